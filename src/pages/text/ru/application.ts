/** Russian words of one application's page: credentials, registration, first token, addresses. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/application.ts';
import { formats } from './formats.ts';

export const application = {
  users: formats.counts({
    none: 'нет пользователей',
    one: '# пользователь',
    few: '# пользователя',
    many: '# пользователей',
  }),
  created: (day: Html) => html`создано ${day}`,
  changed: (distance: Html) => html`изменено ${distance}`,
  edit: 'Изменить приложение',
  credentials: 'Идентификатор и секреты',
  secrets: 'Секреты',
  publicExplained: html`У публичного приложения нет секрета. Оно подтверждает себя с помощью PKCE: передайте <code>code_challenge</code> (S256), затем <code>code_verifier</code>.`,
  addFirst: 'Добавить секрет',
  addSecond: 'Добавить второй секрет',
  noSecret: 'Секрета нет, поэтому приложение не может подтвердить себя. Добавьте секрет.',
  secret: 'Секрет',
  secretCreated: 'Создан',
  lastUsed: 'Использован',
  rotation:
    'Чтобы сменить секрет без перерыва в работе, добавьте второй, разверните его, дождитесь, пока прежний перестанет использоваться, и удалите прежний. До этого действуют оба.',
  remove: 'Удалить',
  removeWhich: (suffix: string) => `секрет, который оканчивается на ${suffix}`,
  neverUsed: 'Им ни разу не воспользовались.',
  usedLast: (distance: Html) => html`В последний раз им воспользовались ${distance}.`,
  lockedOut: 'Тот, кто им ещё пользуется, сразу потеряет доступ.',
  removeSecret: 'Удалить секрет',
  endingIn: (suffix: string) => `который оканчивается на ${suffix}`,
  registration: 'Регистрация',
  redirectUris: 'Адреса возврата',
  scopes: 'Права',
  homepage: 'Сайт',
  issuer: html`<code>iss</code> в ответе`,
  issuerSent: (address: Html) => html`передаётся: ${address}`,
  issuerNotSent: 'не передаётся',
  firstToken: 'Ваш первый токен',
  firstTokenLead: 'Команды для командной строки со значениями этого приложения.',
  putSecret: (place: Html) => html`Вместо ${place} подставьте свой секрет.`,
  endpoints: 'Адреса для запросов',
  events: 'Последние события',
  deletion: 'Удаление приложения',
  accessEnds: formats.counts({
    none: 'Ни один пользователь не дал ему доступ.',
    one: 'Сразу прекращает доступ # пользователя.',
    few: 'Сразу прекращает доступ # пользователей.',
    many: 'Сразу прекращает доступ # пользователей.',
  }),
  deletionExplained: 'Прежде чем что-либо произойдёт, откроется страница подтверждения.',
} satisfies typeof english.application;

export const snippets = {
  authorize: { title: '1. Откройте этот адрес в браузере', what: 'адрес авторизации' },
  authorizePublic: {
    title: '1. Создайте проверочный код и откройте напечатанный адрес в браузере',
    what: 'команды авторизации',
  },
  token: { title: '2. Обменяйте код на токены', what: 'запрос токенов' },
  whoami: { title: '3. Спросите, кто пользователь', what: 'запрос о пользователе' },
  refresh: { title: '4. Обновите токены, когда срок токена доступа истечёт', what: 'запрос обновления' },
  client: { title: 'Или: токен для самого приложения, без пользователя', what: 'запрос токена приложения' },
} satisfies typeof english.snippets;

export const endpoints = {
  authorize: 'Авторизация',
  token: 'Токены',
  revoke: 'Отзыв токена',
  introspect: 'Проверка токена',
  whoami: 'Кто я',
  metadata: 'Метаданные',
  issuer: 'Издатель',
  addressOf: (label: string) => `адрес «${label}»`,
} satisfies typeof english.endpoints;
