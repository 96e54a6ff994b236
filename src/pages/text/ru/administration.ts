/** Russian words of the administration: figures of the day, and people. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/administration.ts';
import { formats } from './formats.ts';

export const administration = {
  tabs: {
    home: 'Сегодня',
    people: 'Люди',
    applications: 'Приложения',
    resources: 'API',
    scopes: 'Права',
    webhooks: 'Вебхуки',
    events: 'События',
  },
  label: 'Администрирование',
  search: 'Найти',
  clear: 'Показать всё',
  narrow: 'Показаны не все совпадения. Введите больше букв.',
  everythingIsAnEvent: 'Всё, что вы здесь делаете и смотрите, записывается с указанием вашего аккаунта.',
} satisfies typeof english.administration;

export const figures = {
  title: 'Администрирование',
  lead: (day: Html) => html`Что произошло ${day} с полуночи по UTC.`,
  caption: 'Показатели за день',
  signIns: 'Входы',
  failedSignIns: 'Неудачные входы',
  newAccounts: 'Новые аккаунты',
  tokens: 'Выданные токены',
  refusals: 'Отклонённые запросы',
  liveSessions: 'Открытые сеансы сейчас',
  alarms: 'Коды и токены, использованные дважды',
  atLeast: (count: string) => `${count} или больше`,
  late: 'Токены и отказы записываются раз в несколько секунд, поэтому самых новых здесь может ещё не быть.',
  events: 'Показать события',
} satisfies typeof english.figures;

export const peopleList = {
  title: 'Люди',
  lead: 'Все, у кого есть аккаунт; сначала новые.',
  typed: 'Никнейм, электронная почта или номер',
  typedHint: 'Достаточно начала никнейма или адреса.',
  caption: 'Аккаунты',
  person: 'Человек',
  email: 'Электронная почта',
  since: 'Создан',
  online: 'Активность',
  state: 'Состояние',
  active: 'включён',
  disabled: 'отключён',
  administrator: 'администратор',
  emptyTitle: 'Никто не подходит',
  emptyText: 'Ни один никнейм или адрес так не начинается, и такого номера ни у кого нет.',
} satisfies typeof english.peopleList;

export const personPage = {
  line: (number: string) => `Номер ${number}`,
  account: 'Аккаунт',
  name: 'Имя',
  role: 'Роль',
  user: 'пользователь',
  disabledSince: (at: Html) => html`отключён с ${at}`,
  showEvents: 'Показать события',
  sessions: 'Сеансы',
  noSessions: 'Открытых сеансов нет.',
  signOut: 'Завершить все сеансы',
  signOutExplained: 'Сразу завершает все сеансы. Доступ, данный приложениям, и пароль остаются.',
  owned: 'Собственные приложения',
  noOwned: 'Собственных приложений нет.',
  allowed: 'Доступ приложений',
  noAllowed: 'Ни одно приложение не может действовать от имени этого человека.',
  andMore: 'Это не все.',
  may: (scopes: Html) => html`права: ${scopes}`,
  disable: 'Отключить аккаунт',
  disableExplained:
    'Завершает все сеансы, прекращает весь доступ, который исходил от аккаунта, и никого больше не впускает. Прежде чем что-либо произойдёт, откроется страница подтверждения.',
  enable: 'Включить аккаунт',
  enableExplained: 'Снова впускает человека и забывает неудачные входы. Приложениям придётся запросить доступ заново.',
  yourself: 'Это вы. Отключить собственный аккаунт нельзя, чтобы всегда оставался хотя бы один администратор.',
} satisfies typeof english.personPage;

export const disabling = {
  title: (nickname: string) => `Отключить аккаунт ${nickname}`,
  heading: (nickname: Html) => html`Отключить аккаунт ${nickname}`,
  lead: 'Прочитайте, что прекратится, и подтвердите никнеймом.',
  sessionsLost: formats.counts({
    none: 'Открытых сеансов сейчас нет.',
    one: 'Сразу завершится # сеанс.',
    few: 'Сразу завершатся # сеанса.',
    many: 'Сразу завершатся # сеансов.',
  }),
  accessLost: formats.counts({
    none: 'Ни одно приложение не может действовать от его имени.',
    one: '# приложение потеряет доступ, даже если вы потом включите аккаунт.',
    few: '# приложения потеряют доступ, даже если вы потом включите аккаунт.',
    many: '# приложений потеряют доступ, даже если вы потом включите аккаунт.',
  }),
  ownedStay: formats.counts({
    none: 'Собственных приложений у него нет.',
    one: 'Собственные приложения (#) продолжат работать. Если это не нужно, приостановите их.',
    few: 'Собственные приложения (#) продолжат работать. Если это не нужно, приостановите их.',
    many: 'Собственные приложения (#) продолжат работать. Если это не нужно, приостановите их.',
  }),
  canBeEnabled: 'Аккаунт можно в любой момент включить снова.',
  reason: 'Причина',
  reasonHint: 'Её прочтёт этот человек, когда войдёт с верным паролем. Больше никто.',
  submit: 'Отключить аккаунт',
  back: 'Оставить как есть',
} satisfies typeof english.disabling;
