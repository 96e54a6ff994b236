/** Russian words of the frames and parts of every page. */
import { type Child, type Html, html } from '../../html.ts';
import type * as english from '../en/frame.ts';
import { formats } from './formats.ts';

export const frame = {
  skip: 'Перейти к содержимому',
  description: (service: string) => `Какие приложения имеют доступ к вашему аккаунту ${service} — и как сделать своё.`,
  refused: 'Ошибка: ',
  footer: 'Ещё об этом сервисе',
  navigation: 'Разделы',
  developer: 'Разработчику',
  applications: html`Приложения`,
  authorized: html`Доступ приложений`,
  account: html`Аккаунт`,
  docs: html`Документация`,
  administration: html`Администрирование`,
  signIn: 'Войти',
  signOut: 'Выйти',
} satisfies typeof english.frame;

export const parts = {
  optional: 'необязательно',
  show: 'Показать',
  hide: 'Скрыть',
  passwordIn: (label: Child) => html`пароль в поле «${label}»`,
  copy: 'Копировать',
  copied: 'Скопировано',
  selected: 'Выделено',
  selectedAloud: 'Выделено. Скопируйте с помощью клавиатуры.',
  actions: 'Действия',
  pages: 'Страницы',
  newer: 'Новее',
  older: 'Старее',
  cancel: 'Отмена',
  faults: formats.counts({
    one: 'Исправьте # ошибку',
    few: 'Исправьте # ошибки',
    many: 'Исправьте # ошибок',
  }),
  cannotBeUndone: 'Это нельзя отменить.',
  typeToConfirm: (name: Html) => html`Для подтверждения введите ${name}`,
  never: 'никогда',
  none: 'нет',
  browserOn: (browser: string, system: string) => `${browser}, ${system}`,
  unnamedProgram: 'программа без имени',
} satisfies typeof english.parts;

export const moments = {
  numeral: formats.numeral,
  upTo: formats.upTo,
  date: formats.date,
  dateTime: formats.dateTime,
  justNow: 'только что',
  ago: (length: string) => `${length} назад`,
  ahead: (length: string) => `через ${length}`,
  /** In the accusative, which fits both «1\u00a0минуту назад» and «действует 1\u00a0минуту». */
  units: {
    year: formats.counts({ one: '# год', few: '# года', many: '# лет' }),
    month: formats.counts({ one: '# месяц', few: '# месяца', many: '# месяцев' }),
    day: formats.counts({ one: '# день', few: '# дня', many: '# дней' }),
    hour: formats.counts({ one: '# час', few: '# часа', many: '# часов' }),
    minute: formats.counts({ one: '# минуту', few: '# минуты', many: '# минут' }),
    second: formats.counts({ one: '# секунду', few: '# секунды', many: '# секунд' }),
  },
} satisfies typeof english.moments;

export const done = {
  end_changed: 'Новый срок доступа сохранён.',
  signed_out: 'Вы вышли из аккаунта.',
  profile_saved: 'Профиль сохранён.',
  email_changed: 'Адрес электронной почты изменён.',
  password_changed: 'Пароль изменён. Все остальные ваши сеансы завершены. Доступ приложений остался.',
  password_changed_access_ended: 'Пароль изменён. Все остальные ваши сеансы завершены, доступ всех приложений закрыт.',
  session_ended: 'Сеанс завершён.',
  sessions_ended: 'Все остальные сеансы завершены.',
  account_deleted: 'Аккаунт удалён вместе со всем доступом, который от него исходил.',
  application_created: 'Приложение зарегистрировано.',
  redirect_uri_added: 'Адрес возврата добавлен. Повторите запрос.',
  application_saved: 'Приложение сохранено.',
  application_deleted: 'Приложение удалено, весь его доступ прекращён.',
  secret_removed: 'Секрет удалён. Тот, кто им ещё пользуется, потерял доступ.',
  permissions_saved: 'Права сохранены. С этого момента пользователи будут видеть их такими.',
  logo_saved: 'Логотип сохранён.',
  logo_removed: 'Логотип удалён.',
  transfer_offered: 'Приложение предложено. Пока предложение не принято, ничего не меняется.',
  transfer_withdrawn: 'Предложение отозвано.',
  transfer_accepted:
    'Приложение ваше. Прежний владелец может помнить его секреты: замените их и проверьте адреса возврата.',
  transfer_declined: 'Вы отказались от предложения.',
  tokens_revoked: 'Все токены отозваны. Пользователи должны будут разрешить доступ снова.',
  access_removed: 'Доступ отозван. Приложение больше не может действовать от вашего имени.',
  data_ready: 'Пароль подтверждён. Теперь ваши данные можно скачать.',
  person_disabled: 'Аккаунт отключён, весь доступ, который от него исходил, прекращён.',
  person_enabled: 'Аккаунт включён.',
  person_signed_out: 'Все сеансы аккаунта завершены.',
  application_suspended: 'Приложение приостановлено. Его токены больше не принимаются.',
  suspension_lifted: 'Работа приложения возобновлена. Всё, срок чего не истёк, снова действует.',
  resource_saved: 'API сохранён.',
  resource_deleted: 'API удалён, все его токены прекращены.',
  nothing_to_do: 'Всё уже было так. Ничего не изменено.',
  all_access_removed: 'Доступ отозван у всех приложений.',
  permission_removed: 'Разрешение отозвано. Остальные сохранились.',
} satisfies typeof english.done;

export const scopes = {
  profile: 'Видеть ваш профиль: никнейм, имя, изображение и сайт',
  email: 'Видеть ваш адрес электронной почты',
  openid: 'Подтверждать вашу личность при входе',
  offline_access: 'Сохранять доступ в ваше отсутствие',
  applications: 'Видеть и изменять приложения, которые вы зарегистрировали как разработчик',
} satisfies typeof english.scopes;
