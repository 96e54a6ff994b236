/** Russian words of the account: profile, sessions, events, deletion, and the public profile. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/account.ts';
import { formats } from './formats.ts';

export const account = {
  title: 'Аккаунт',
  leads: {
    profile: 'Что видят о вас другие и что могут узнать приложения.',
    email: 'По адресу можно войти, как и по никнейму. Приложения видят его только с вашего разрешения.',
    password:
      'Смена пароля завершает все остальные ваши сеансы. Доступ, который вы дали приложениям, остаётся, если вы его тоже не закроете.',
    data: 'Заберите копию с собой или уйдите насовсем.',
  },
  tabs: {
    profile: 'Профиль',
    email: 'Почта',
    password: 'Пароль',
    sessions: 'Сеансы',
    events: 'События',
    look: 'Язык и оформление',
    data: 'Ваши данные',
  },
  aboutYou: 'О вас',
  publicProfile: 'Посмотреть публичный профиль',
  nickname: 'Никнейм',
  name: 'Имя',
  website: 'Сайт',
  websiteHint: 'Начинается с https:// или http://.',
  locale: 'Язык',
  localeHint: 'Язык этих страниц; его узнают и приложения.',
  picture: 'Аватар',
  pictureExplained:
    'Показывается рядом с никнеймом и в приложениях, которым виден ваш профиль. Без него мы нарисуем для вас узор.',
  pictureSubmit: 'Загрузить аватар',
  pictureRemove: 'Удалить аватар',
  pictureAddress: 'Адрес изображения',
  pictureAddressHint:
    'Это изображение получают приложения; эти страницы его не загружают. Загруженный аватар займёт его место.',
  saveProfile: 'Сохранить профиль',
  emailAddress: 'Электронная почта',
  currentEmail: 'Текущий адрес',
  verified: 'подтверждён',
  notVerified: 'не подтверждён',
  newEmail: 'Новый адрес электронной почты',
  changeEmail: 'Изменить адрес',
  endAccess: 'Закрыть и доступ всех приложений',
  endAccessExplained:
    'Выберите это, если ваш пароль мог знать кто-то другой: приложение, которому он дал доступ, обходится без пароля. Приложения, которыми вы пользуетесь, спросят вас снова.',
  currentPassword: 'Текущий пароль',
  newPassword: 'Новый пароль',
  changePassword: 'Изменить пароль',
  ownData: 'Копия ваших данных',
  ownDataExplained:
    'Файл JSON с вашим профилем и аватаром, сеансами, доступом, который вы дали, вашими приложениями и событиями безопасности. Если вы не вводили пароль в последние минуты, его нужно будет ввести.',
  downloadData: 'Скачать свои данные',
  deletion: 'Удаление аккаунта',
  deletionExplained:
    'Прекращает весь доступ, который вы дали, и удаляет ваши приложения. Прежде чем что-либо произойдёт, откроется страница подтверждения.',
} satisfies typeof english.account;

export const accountDeletion = {
  title: 'Удаление аккаунта',
  lead: 'Прочитайте, что будет потеряно, и подтвердите удаление никнеймом и паролем.',
  profileLost: 'Профиль, адрес электронной почты и пароль будут удалены, никнейм освободится.',
  authorizedLost: formats.counts({
    one: '# приложение больше не сможет действовать от вашего имени.',
    few: '# приложения больше не смогут действовать от вашего имени.',
    many: '# приложений больше не смогут действовать от вашего имени.',
  }),
  ownedStop: formats.counts({
    one: '# ваше приложение сразу перестанет работать',
    few: '# ваших приложения сразу перестанут работать',
    many: '# ваших приложений сразу перестанут работать',
  }),
  forUsers: formats.boundedCounts({
    none: 'пользователей нет',
    one: 'доступ потеряет # пользователь',
    few: 'доступ потеряют # пользователя',
    many: 'доступ потеряют # пользователей',
  }),
  ownedLost: (stop: string, users: string) => `${stop}; ${users}.`,
  sessionsLost: formats.counts({
    one: 'Вы выйдете из аккаунта здесь и ещё в # сеансе.',
    few: 'Вы выйдете из аккаунта здесь и ещё в # сеансах.',
    many: 'Вы выйдете из аккаунта здесь и ещё в # сеансах.',
  }),
  kept: 'До истечения срока останется журнал событий безопасности, где вместо вашего имени стоит номер.',
  lastAdministrator: 'Вы единственный администратор этого сервиса, а присматривать за ним кто-то должен.',
  lastAdministratorNext: (command: Html) =>
    html`Аккаунт можно будет удалить, когда появится другой администратор. Его назначает тот, кто запустил сервис: ${command}`,
  password: 'Пароль',
  submit: 'Удалить аккаунт',
  back: 'Оставить аккаунт',
} satisfies typeof english.accountDeletion;

export const sessions = {
  title: 'Сеансы',
  lead: 'Все браузеры, в которых открыт ваш аккаунт. Завершите незнакомые сеансы, затем смените пароль. Местоположение не сохраняется: виден только IP-адрес.',
  caption: 'Ваши сеансы',
  lastUsedFrom: 'Устройство и адрес',
  startedAt: 'Вход',
  seenAt: 'Активность',
  unknownBrowser: 'Неизвестный браузер',
  unknownAddress: 'неизвестен',
  current: 'текущий',
  now: 'сейчас',
  end: 'Завершить сеанс',
  of: (browser: string) => `(${browser})`,
  endOthers: 'Завершить все остальные сеансы',
  endOthersAsk: 'Завершить все остальные сеансы?',
  endOthersLost: 'Во всех остальных браузерах вход сразу прекратится. В этом он останется.',
} satisfies typeof english.sessions;

export const eventList = {
  title: 'События безопасности',
  lead: 'Что происходило с вашим аккаунтом и с доступом, который вы дали, сначала новые записи.',
  emptyTitle: 'Пока ничего не произошло',
  emptyText: 'Здесь появятся входы, изменения аккаунта и всё, что приложения делают со своим доступом.',
  emptyFiltered: 'Ничего не найдено.',
  alarms: 'Требует внимания',
  about: 'Показать',
  subjects: { alarms: 'требует внимания', sign_ins: 'входы', account: 'изменения аккаунта', apps: 'приложения' },
  count: formats.counts({ one: '# событие', few: '# события', many: '# событий' }),
} satisfies typeof english.eventList;

export const look = {
  title: 'Язык и оформление',
  lead: 'Этот браузер запомнит ваш выбор.',
  leadAccount: 'Оформление запомнит этот браузер; язык\u00a0— часть профиля, его узнают и приложения.',
  language: 'Язык',
  browserDecides: 'Как в браузере',
  languages: { en: 'English', ru: 'Русский' },
  theme: 'Оформление',
  themes: { auto: 'Как в системе', light: 'Светлое', dark: 'Тёмное' },
  save: 'Сохранить',
} satisfies typeof english.look;

export const publicProfile = {
  website: 'Сайт',
  since: 'Регистрация',
  edit: 'Изменить профиль',
} satisfies typeof english.publicProfile;

export const personPicture = {
  title: 'Аватар',
  uploaded: 'Загружен владельцем аккаунта; его видят все, кто встречает этот аккаунт.',
  elsewhere: (address: Html) => html`Приложения получают адрес на другом сайте: ${address}`,
  label: 'Удалить аватар',
  ask: (nickname: Html) => html`Удалить аватар аккаунта ${nickname}?`,
  lost: 'Вместо него появится нарисованный узор. Владелец увидит это в событиях безопасности и сможет загрузить другой.',
} satisfies typeof english.personPicture;
