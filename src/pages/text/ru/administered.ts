/** Russian words of administration beside people: applications, scopes, events. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/administered.ts';
import { formats } from './formats.ts';

export const administeredList = {
  title: 'Приложения',
  lead: 'Все приложения этого сервиса; сначала новые.',
  typed: 'Название, client_id или владелец',
  typedHint: 'Начало названия, client_id целиком либо никнейм или адрес владельца целиком.',
  all: 'Все',
  onlySuspended: 'Приостановленные',
  which: 'Какие приложения',
  caption: 'Приложения',
  application: 'Приложение',
  owner: 'Владелец',
  created: 'Создано',
  lastToken: 'Последний токен',
  state: 'Состояние',
  active: 'работает',
  suspended: 'приостановлено',
  emptyTitle: 'Ни одно приложение не подходит',
  emptyText: 'Ни одно название так не начинается, и нет ни такого client_id, ни такого владельца.',
  noneSuspended: 'Приостановленных приложений нет.',
} satisfies typeof english.administeredList;

export const administeredPage = {
  by: (owner: Html) => html`владелец: ${owner}`,
  about: 'Регистрация',
  homepage: 'Сайт',
  users: 'Пользователи',
  scopes: 'Права',
  redirectUris: 'Адреса возврата',
  openPortal: 'Открыть страницу разработчика',
  showEvents: 'Показать события',
  suspendedSince: (at: Html) => html`Приостановлено с ${at}`,
  because: 'Причина',
  liftExplained:
    'Если возобновить работу, вернутся все токены и весь доступ, срок которых не истёк и которые не были отозваны.',
  lift: 'Возобновить работу',
  suspend: 'Приостановить приложение',
  management: 'API управления',
  mayManageSince: (at: Html) =>
    html`С ${at} приложение может управлять всем сервисом с помощью собственных токенов с правом <code>admin</code>.`,
  manageExplained:
    'С этим правом собственные токены приложения с правом admin управляют всеми приложениями, людьми и API так же, как вы. Право есть у всякого, у кого есть секрет приложения.',
  manageForbidden:
    'Право управлять всем сервисом можно дать только конфиденциальному приложению, которое принадлежит администратору.',
  manageDormant: 'Его владелец сейчас не администратор, поэтому право не действует.',
  giveManagement: 'Разрешить управлять сервисом',
  takeManagement: 'Отозвать право',
  limit: 'Ограничение запросов токена',
  limitExplained:
    'Сколько токенов приложение может запросить за минуту, для каждого вида запроса. Владелец видит это число.',
  limitField: 'Запросов в минуту',
  limitHint: (count: string) => `Пусто: ${count}, как у всех.`,
  limitSubmit: 'Установить',
  suspendExplained:
    'Его токены сразу перестают приниматься; те, кто придёт из него, и его разработчик прочитают причину. Ничего не удаляется: если возобновить работу, токены вернутся.',
} satisfies typeof english.administeredPage;

export const suspension = {
  forOwner: (because: Html) =>
    html`Администратор приостановил это приложение: «${because}» До возобновления его токены и коды не принимаются, а потом снова действуют, если их срок не истёк. Теперь дело за вами: устраните причину и сообщите оператору сервиса.`,
  forUser: (because: Html) =>
    html`Приостановлено администратором: «${because}» До возобновления оно не может пользоваться своим доступом.`,
} satisfies typeof english.suspension;

export const suspending = {
  title: (name: string) => `Приостановить приложение ${name}`,
  heading: (name: Html) => html`Приостановить приложение ${name}`,
  lead: 'Напишите причину. Её увидят все, кто столкнётся с этим приложением.',
  usersLost: formats.boundedCounts({
    none: 'Сейчас им никто не пользуется.',
    one: '# человек больше не сможет им пользоваться.',
    few: '# человека больше не смогут им пользоваться.',
    many: '# человек больше не смогут им пользоваться.',
  }),
  tokensRefused: 'Его токены и коды сразу перестанут приниматься, а новых оно не получит.',
  comesBack: 'Ничего не удаляется. Если возобновить работу, вернётся всё, срок чего не истёк.',
  reason: 'Причина',
  reasonHint:
    'Одно-два простых предложения. Программам причина тоже передаётся, если она написана английскими буквами.',
  submit: 'Приостановить приложение',
  back: 'Оставить как есть',
} satisfies typeof english.suspending;

export const scopeList = {
  title: 'Права',
  lead: 'Разрешения, которые могут запрашивать приложения, в том порядке, в котором их видят люди.',
  caption: 'Перечень прав',
  scope: 'Право',
  words: 'Как его видят люди',
  isDefault: 'По умолчанию',
  yes: 'по умолчанию',
  no: 'только по запросу',
  applications: 'Приложения',
  shipped: 'Это перечень, с которым поставляется Latchkey.',
  ownWords: 'Этот перечень составил оператор сервиса.',
  setWith: (file: Html, variable: Html) =>
    html`Он задаётся на сервере: ключом ${file} в файле настроек или переменной ${variable}\u00a0— и действует со следующего запуска.`,
  cut: (count: string) => `Посчитано среди самых новых приложений (${count}).`,
  goneTitle: 'Больше нет в перечне',
  goneText: 'На эти права ещё зарегистрированы приложения; когда они их запросят, им будет отказано.',
} satisfies typeof english.scopeList;

export const eventLog = {
  title: 'События',
  lead: 'Журнал безопасности; сначала новое.',
  kind: 'Вид',
  anyKind: 'Любой вид',
  person: 'Человек',
  personHint: 'Никнейм, электронная почта или номер.',
  application: 'Приложение',
  applicationHint: 'Его client_id.',
  since: 'С какого дня',
  sinceHint: 'День по UTC.',
  filter: 'Показать события',
  caption: 'События',
  nobody: 'Без аккаунта',
  deleted: (number: number) => `Удалённый аккаунт ${number}`,
  emptyTitle: 'Ни одно событие не подходит',
  emptyText: 'Ничего такого не записано, либо это было раньше, чем начинается журнал.',
  cutTitle: 'Пока просмотрена только часть журнала',
  cutText: 'За один раз просматривается несколько тысяч событий. Более старые тоже могут подойти.',
  goOn: 'Искать дальше',
} satisfies typeof english.eventLog;
