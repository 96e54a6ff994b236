/** Russian words of administration beside people: applications, scopes, events. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/administered.ts';
import { formats } from './formats.ts';

export const administeredList = {
  title: 'Приложения',
  lead: 'Все зарегистрированные здесь приложения.',
  typed: 'Часть названия или имени владельца либо client_id',
  all: 'Все',
  filters: {
    suspended: 'Приостановленные',
    verified: 'Проверенные',
    first_party: 'Собственные',
    not_verified: 'Непроверенные',
  },
  orders: { newest: 'Сначала новые', oldest: 'Сначала старые', name: 'По названию' },
  lookedAt: (count: string) => `Просмотрено приложений: ${count}. Поиск продолжится на следующей странице.`,
  which: 'Показать',
  caption: 'Приложения',
  application: 'Приложение',
  owner: 'Владелец',
  created: 'Создано',
  lastToken: 'Последний токен',
  state: 'Состояние',
  active: 'работает',
  suspended: 'приостановлено',
  verified: 'проверено',
  firstParty: 'собственное',
  emptyTitle: 'Ничего не нашлось',
  emptyText: 'Ни в названиях, ни в именах владельцев такого нет. Введите меньше букв или смените фильтр.',
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
  marksTitle: 'Отметки',
  marksEnd:
    'Обе снимаются сами, когда владелец меняет название, сайт, тип или адреса возврата либо передаёт приложение.',
  marks: {
    verified: {
      title: 'Проверено',
      isSet: 'проверено',
      isNotSet: 'не проверено',
      explained: 'На странице согласия сказано, что вы проверили, кто за ним стоит.',
      set: {
        label: 'Отметить как проверенное',
        title: (name: Html) => html`Отметить ${name} как проверенное?`,
        lost: 'Пользователи прочтут, что сервис за него ручается. Сначала проверьте владельца, сайт и адреса возврата.',
      },
      remove: {
        label: 'Снять отметку',
        title: (name: Html) => html`Больше не ручаться за ${name}?`,
        lost: 'Пользователи снова увидят «Не проверено». Данный ему доступ останется.',
      },
    },
    first_party: {
      title: 'Собственное',
      isSet: 'собственное',
      isNotSet: 'спрашивает',
      explained:
        'Приложение самого сервиса: получает доступ без вопроса. Пользователи видят его среди приложений с доступом и могут прекратить доступ; после этого оно спрашивает. Не действует для публичных приложений, которым отвечают на этом же компьютере или по их собственной ссылке.',
      set: {
        label: 'Отметить как собственное',
        title: (name: Html) => html`Впускать ${name} без вопроса?`,
        lost: 'Каждый вошедший, кто придёт из него, даст ему всё, что оно запросит, без страницы согласия. Только для приложений, которые вы ведёте сами.',
      },
      remove: {
        label: 'Снять отметку',
        title: (name: Html) => html`Пусть ${name} снова спрашивает?`,
        lost: 'Новых пользователей теперь будут спрашивать. Данный доступ останется, пока его не прекратят.',
      },
    },
  },
  liftExplained:
    'Если возобновить работу, вернутся все токены и весь доступ, срок которых не истёк и которые не были отозваны.',
  lift: 'Возобновить работу',
  suspend: 'Приостановить приложение',
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
  groups: {
    ...{ account: 'Аккаунты', application: 'Приложения', resource: 'API', consent: 'Доступ', code: 'Коды' },
    ...{ token: 'Токены', playground: 'Песочница', administration: 'Администрирование', import: 'Импорт' },
    ...{ limit: 'Ограничения', setup: 'Первый запуск' },
  },
  person: 'Человек',
  personHint: 'Никнейм, электронная почта или номер.',
  application: 'Приложение',
  applicationHint: 'Его client_id.',
  since: 'С какого дня',
  until: 'По какой день',
  sinceHint: 'День по UTC.',
  follow: 'Следить',
  following: 'Слежу · остановить',
  by: (administrator: Html) => html`администратор ${administrator}`,
  filter: 'Показать события',
  caption: 'События',
  nobody: 'без аккаунта',
  deleted: (number: number) => `Удалённый аккаунт ${number}`,
  emptyTitle: 'Ничего не нашлось',
  emptyText: 'Ничего такого не записано, либо это было раньше, чем начинается журнал.',
  cutTitle: 'Пока просмотрена только часть журнала',
  cutText: 'За один раз просматривается несколько тысяч событий. Более старые тоже могут подойти.',
  goOn: 'Искать дальше',
} satisfies typeof english.eventLog;

export const serviceSettings = {
  title: 'Настройки',
  lead: (file: Html, command: Html) =>
    html`Только для чтения: они задаются на сервере\u00a0— переменными окружения, флагами или файлом, который называет ${file},\u00a0— и действуют со следующего запуска. Секреты не показываются никогда. Что делает каждая, печатает ${command}.`,
  changed: 'Заданные вами',
  noneChanged: 'Ничего не задано: у всех настроек значения по умолчанию.',
  usual: 'По умолчанию',
  setting: 'Настройка',
  value: 'Значение',
  source: 'Источник',
  sources: { default: 'по умолчанию', file: 'файл', environment: 'окружение', flag: 'флаг' },
} satisfies typeof english.serviceSettings;

export const search = {
  title: 'Поиск',
  lead: 'Приложения, номера ошибок и документация. Администраторы находят и людей.',
  found: (typed: Html) => html`Результаты для ${typed}`,
  requests: 'Отклонённые запросы',
  request: (trace: Html) => html`Отклонённый запрос ${trace}`,
  applications: 'Приложения',
  by: (owner: Html) => html`владелец: ${owner}`,
  people: 'Люди',
  docs: 'Документация',
  emptyTitle: 'Ничего не нашлось',
  emptyText: 'Введите меньше букв, client_id целиком или номер внизу страницы с ошибкой.',
} satisfies typeof english.search;
