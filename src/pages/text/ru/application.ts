/** Russian words of one application: its overview, its registration, how to connect to it. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/application.ts';
import { formats } from './formats.ts';

export const application = {
  users: formats.boundedCounts({
    none: 'нет пользователей',
    one: '# пользователь',
    few: '# пользователя',
    many: '# пользователей',
  }),
  created: (day: Html) => html`создано ${day}`,
  changed: (distance: Html) => html`изменено ${distance}`,
  edit: 'Изменить приложение',
  tabs: {
    overview: 'Обзор',
    connect: 'Подключение',
    credentials: 'Секреты',
    activity: 'Активность',
    test: 'Проверка',
    webhooks: 'Вебхуки',
    settings: 'Настройки',
  },
  views: {
    requests: 'Запросы',
    families: 'Токены',
    events: 'События',
    general: 'Основные',
    permissions: 'Права',
  },
  status: 'Состояние',
  active: 'Работает',
  suspended: 'Приостановлено',
  identity: 'Идентификатор',
  lastUse: 'Последнее использование',
  lastToken: 'Последний токен',
  figures: 'Последние 30\u00a0дней',
  figureUsers: 'Пользователи сейчас',
  figureTokens: 'Выдано токенов',
  figureErrors: 'Отклонённые запросы токенов',
  refusals: 'Последние отказы',
  allRefusals: 'Все отклонённые запросы',
  noRefusals: 'За последние 7\u00a0дней отказов не было.',
  noRedirects: 'нет: служебному приложению некого возвращать',
  registration: 'Регистрация',
  type: 'Тип',
  confidential: 'конфиденциальное: хранит секрет',
  public: 'публичное: не хранит секрет',
  redirectUris: 'Адреса возврата',
  scopes: 'Права',
  homepage: 'Сайт',
  issuer: html`<code>iss</code> в ответе`,
  issuerSent: (address: Html) => html`передаётся: ${address}`,
  issuerNotSent: 'не передаётся',
  limit: 'Ограничения',
  limits: {
    token_requests: 'Запросов токена в минуту, для каждого вида',
    api_requests: 'Запросов к API управления в минуту, для каждого аккаунта',
    codes_per_user: 'Кодов для одного пользователя в час, прежде чем его спросят снова',
  },
  noLimit: 'нет: ограничения отключены',
  nextWalk: 'Приложение ещё не получило ни одного токена. Пройдите весь путь прямо в браузере, это займёт минуту.',
  nextCommand: 'Приложение ещё не получило ни одного токена. Его можно запросить одной командой.',
  next: 'Получить первый токен',
} satisfies typeof english.application;

export const connect = {
  addresses: 'Адреса',
  addressesLead: 'Большинству библиотек достаточно адреса метаданных: остальные они найдут там.',
  allAddresses: 'Все адреса',
  files: 'Всё это одним файлом, без секрета:',
  downloadJson: 'Скачать в формате JSON',
  downloadEnv: 'Скачать в формате .env',
  commands: 'Запросы',
  commandsLead: 'Можно копировать: значения этого приложения уже подставлены.',
  putSecret: (place: Html) => html`Вместо ${place} подставьте свой секрет.`,
  putPrinted:
    'Вместо остальных слов прописными буквами подставьте то, что дали прежние шаги: code_verifier, код из адреса, на который вы вернётесь, токены.',
  orTest: 'Или пройдите их по шагам в этом браузере.',
  libraries: 'Библиотеки',
  librariesLead: 'Со значениями этого приложения.',
  legend: 'Библиотеки',
  what: 'пример',
} satisfies typeof english.connect;

export const snippets = {
  authorize: {
    title: '1. Создайте code_verifier и откройте выведенный адрес в браузере',
    what: 'программу авторизации',
  },
  token: { title: '2. Обменяйте код на токены', what: 'запрос токенов' },
  whoami: { title: '3. Узнайте, кто пользователь', what: 'запрос о пользователе' },
  refresh: { title: '4. Обновите токены, когда срок токена доступа истечёт', what: 'запрос обновления' },
  client: { title: 'Или: токен для самого приложения, без пользователя', what: 'запрос токена приложения' },
  clientOnly: { title: 'Запросите токен', what: 'запрос токена' },
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

/** About applications that wait for approval, for their owners and for administrators. */
export const approval = {
  forOwner: {
    waitsNew:
      'Приложение ждёт одобрения администратора. Пока войти через него можете только вы: разрабатывайте и проверяйте его, в том числе в песочнице. Остальных просят подождать, и собственных токенов оно не получает.',
    waitsChanged:
      'Вы изменили приложение, и оно снова ждёт одобрения. Пока дать ему доступ можете только вы; доступ, который люди дали раньше, действует.',
    declined: (because: Html) =>
      html`Администратор не одобрил приложение: «${because}» Войти через него можете только вы. Исправьте то, о чём сказано, и попросите снова.`,
    askAgain: 'Попросить снова',
    status: { waiting: 'Ждёт одобрения', declined: 'Не одобрено' },
  },
  home: {
    waiting: (application: Html) =>
      html`Приложение ${application} ждёт одобрения. Пока пользоваться им можете только вы.`,
    declined: (application: Html) =>
      html`Приложение ${application} не одобрено. Прочтите почему, исправьте и попросите снова.`,
  },
  form: {
    new: 'Прежде чем приложением смогут пользоваться другие, его должен одобрить администратор. Вы сами можете пользоваться им сразу.',
    change:
      'Другое название, другой сайт, логотип или тип, новый адрес возврата и новое право нужно одобрить снова. С этого момента, пока администратор не посмотрит, дать приложению доступ можете только вы; доступ, который люди дали раньше, действует.',
  },
  judging: {
    waitsNew: (at: Html) => html`Ждёт одобрения с ${at}`,
    waitsChanged: (at: Html) => html`Изменено и ждёт одобрения с ${at}`,
    declined: 'Не одобрено',
    because: 'Причина',
    explainedNew:
      'Пока войти через него может только владелец. Посмотрите на название, владельца, сайт, адреса возврата и права, прежде чем открыть его для других.',
    explainedChanged: 'Пока вы не решите, дать ему доступ может только владелец; прежний доступ действует.',
    changed: 'Изменено после одобрения',
    fields: {
      name: 'Название',
      owner: 'Владелец',
      description: 'Описание',
      logo: 'Логотип',
      homepage_url: 'Сайт',
      policy_url: 'Политика конфиденциальности',
      terms_url: 'Условия использования',
      type: 'Тип',
      redirect_uri: 'Адреса возврата',
    },
    addedScopes: (scopes: Html) => html`Новые права: ${scopes}`,
    removedScopes: (scopes: Html) => html`Больше не запрашивает: ${scopes}`,
    addedRedirects: (addresses: Html) => html`Новые адреса возврата: ${addresses}`,
    removedRedirects: (addresses: Html) => html`Удалённые адреса возврата: ${addresses}`,
    formerly: (was: Html) => html`, прежде: ${was}`,
    formerlyEmpty: ', прежде пусто',
    nowBelow: 'Нынешние значения указаны ниже.',
    formerUnknown: 'Прежние значения известны только для прав. Нынешние указаны ниже.',
    approve: 'Одобрить приложение',
    decline: 'Отклонить приложение',
    reason: 'Причина',
    reasonHint:
      'Если отклоняете: одна-две простые фразы для владельца, который может изменить приложение и попросить снова.',
  },
  developer: {
    title: 'Разработка',
    is: 'Может регистрировать приложения.',
    isNot: 'Не может регистрировать приложения.',
    give: {
      label: 'Разрешить регистрировать приложения',
      title: (nickname: Html) => html`Разрешить ${nickname} регистрировать приложения?`,
      lost: 'Этот человек станет разработчиком: сможет регистрировать здесь приложения и принимать чужие.',
    },
    take: {
      label: 'Лишить прав разработчика',
      title: (nickname: Html) => html`Лишить ${nickname} прав разработчика?`,
      lost: 'Новых приложений зарегистрировать будет нельзя. Те, что есть, останутся со всем своим доступом.',
    },
  },
  notYours: {
    title: 'Приложений нет',
    text: 'В этом сервисе регистрировать приложения могут не все. Если хотите, обратитесь к оператору.',
  },
  chips: { waiting: 'ждёт одобрения', declined: 'не одобрено' },
} satisfies typeof english.approval;
