/** Russian words of refused requests: the list, the diagnosis, and the page behind `error_uri`. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/requests.ts';
import { formats } from './formats.ts';

export const requests = {
  causes: (requests: number, causes: number) =>
    `Ответ на эти запросы (${formats.numeral(requests)}) был одинаковым, а причин несколько: ${formats.numeral(causes)}. Сначала новые.`,
  endpoint: 'Адрес',
  error: 'Ошибка',
  all: 'все',
  from: 'Откуда',
  usersBrowser: 'браузер пользователя',
  /** A duration too short to be counted. */
  aMoment: 'мгновение',
  unknown: 'неизвестно',
  back: 'Все запросы',
  heading: (error: Html, path: Html) => html`${error}: ${path}`,
  remedy: 'Что сделать',
  replay: 'Повторить на вкладке «Проверка»',
  asCurl: html`Скопировать как <code>curl</code>`,
  asCurlWhat: 'команду',
  asCurlTitle: 'Что сохранилось от запроса; секреты\u00a0— переменные вашей оболочки',
  comparisonLegend: (sent: Html, wanted: Html) => html`${sent}\u00a0— убрать, ${wanted}\u00a0— добавить.`,
  struck: 'Красное',
  underlined: 'зелёное',
  received: 'Получено',
  registered: 'Зарегистрировано тогда',
  allowed: 'Разрешённые тогда права',
  scope: 'Права',
  parameters: 'Параметры',
  noParameters: 'прочитать не удалось',
  authorization: '`Authorization`',
  reason: 'Какая проверка не прошла',
  standard: 'Стандарт',
  ownRule: 'правило этого сервиса',
  time: 'Время',
  trace: 'Номер запроса',
  shortTrace: 'Номер в `error_uri`',
  traceHint: '`X-Request-Id` или `error_uri` из ответа.',
  alike: 'Другие с этой ошибкой',
  account: 'Аккаунт',
  addTitle: 'Это ваш адрес?',
  addExplained: (address: Html) =>
    html`Тогда его можно добавить к адресам возврата приложения: ${address} После этого на него смогут приходить коды.`,
  add: 'Добавить адрес возврата',
  addScopeTitle: 'Ваше приложение должно это запрашивать?',
  addScopeExplained: (scopes: Html) =>
    html`Тогда добавьте это к правам приложения: ${scopes}. Откроется форма, где это уже отмечено; до сохранения ничего не изменится.`,
  addScope: 'Добавить права',
  comparisons: {
    redirect_uri: { received: 'Вы отправили', expected: 'Ожидалось' },
    code_challenge: {
      received: '`SHA-256` вашего `code_verifier`',
      expected: '`code_challenge` из запроса авторизации',
    },
    grant_type: { received: 'Вы отправили', expected: 'Ближайшее из известных' },
    response_type: { received: 'Вы отправили', expected: 'Ожидалось' },
    parameter: { received: 'Вы отправили', expected: 'Ожидалось' },
  },
} satisfies typeof english.requests;

const refusedCount = formats.counts({ one: '# отказ', few: '# отказа', many: '# отказов' });

export const errorPages = {
  title: (error: string) => `Ошибка ${error}`,
  heading: (error: Html) => html`Ошибка ${error}`,
  unknownTitle: 'Ошибка с номером запроса',
  unknownWhat:
    'Этот адрес относится к ошибке, о которой сообщили приложению. Сведения о ней хранятся 7\u00a0дней для владельца приложения.',
  unknownNext: 'Сама ошибка указана в ответе, в котором был этот адрес, вместе с описанием того, что изменить.',
  forOwner: 'Владелец приложения, войдя в аккаунт, увидит здесь, что именно было не так.',
  ownTitle: 'Ваши приложения за последний час',
  ownRow: (application: Html, count: number, why: Html) =>
    html`<strong>${application}</strong> · ${refusedCount(count)}: ${why}`,
  ownNone: 'За последний час ни одно из ваших приложений так не отклоняли.',
  signIn: 'Войти и увидеть причину',
} satisfies typeof english.errorPages;

/** The activity of an application: its requests, answered and refused, and its events. */
export const activity = {
  title: 'Запросы',
  lead: 'Все запросы этого приложения, выполненные и отклонённые, сначала новые. Хранятся последние 500 выполненных, отклонённые\u00a0— 7\u00a0дней. Секреты не сохраняются.',
  live: 'Следить',
  find: 'Найти по номеру',
  outcome: 'Итог',
  answered: 'выполнен',
  refused: 'отклонён',
  kinds: {
    code_sent: 'Пользователь разрешил доступ: код отправлен',
    code_exchanged: 'Код обменян на токены',
    tokens_refreshed: 'Токены обновлены',
    client_token: 'Выдан токен самого приложения',
    identity: 'Запрошены сведения о пользователе',
    checked: 'Токен проверен прокси-сервером',
    introspected: 'Запрошены сведения о токене',
    revoked: 'Токен отозван',
  },
  times: (count: string) => `×${count}`,
  milliseconds: (count: string) => `${count}\u00a0мс`,
  older: formats.counts({ one: 'ещё #, раньше', few: 'ещё #, раньше', many: 'ещё #, раньше' }),
  emptyTitle: 'Запросов пока нет',
  emptyText:
    'Как только приложение о чём-нибудь попросит, запрос появится здесь, а если его отклонят\u00a0— то и причина.',
  emptyAction: 'Отправить первый запрос',
  emptyFiltered: 'Ничего не найдено.',
  noEvents: 'Пока ничего не произошло',
  noEventsText: 'Здесь видно, что происходит с приложением: изменения настроек и секретов, согласия, токены.',
  eventsLead: 'Что происходило с приложением, сначала новое.',
} satisfies typeof english.activity;
