/** Russian words of the home page, sign-in, sign-up, setup and confirmation. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/entrance.ts';
import { formats } from './formats.ts';

export const home = {
  welcome: 'Добро пожаловать',
  promise: 'Вы решаете, что можно приложениям',
  explained: (service: Html) =>
    html`С ${service} вы входите в приложения, не сообщая им пароль. Вы видите, чего просит каждое, разрешаете только то, что хотите, и отзываете доступ когда угодно.`,
  signIn: 'Войти',
  createAccount: 'Создать аккаунт',
  promisesTitle: 'На что можно рассчитывать',
  promises: [
    {
      title: 'Разрешения по одному',
      text: 'Снимите отметку с лишнего сейчас или потом. Приложение продолжит работать с остальным.',
    },
    {
      title: 'Срок выбираете вы',
      text: 'День, 30\u00a0дней или пока не отзовёте. Доступ, которым не пользуются, закончится сам.',
    },
    { title: 'Ничего тайком', text: 'Видно, когда и откуда приложением пользовались и почему доступ закончился.' },
  ],
  drawn: {
    heading: (service: Html) => html`Приложение «Перо» запрашивает доступ к аккаунту ${service}`,
    profile: 'Видеть ваш профиль',
    email: 'Видеть адрес почты',
    write: 'Изменять ваши заметки',
    lasts: 'Срок доступа: 30\u00a0дней',
    deny: 'Отмена',
    approve: 'Разрешить доступ',
  },
  building: 'Разрабатываете приложение?',
  firstStep: 'Создайте аккаунт и зарегистрируйте приложение.',
  firstStepSignedIn: 'Войдите и зарегистрируйте приложение.',
  testStep: 'Откройте вкладку «Проверка» и получите первый токен, не написав ни строки кода.',
  codeStep: 'Скопируйте код на своём языке: адреса этого сервиса в нём уже есть.',
  readDocs: 'Читать документацию',
  unfinishedService: {
    title: 'Почти готово',
    heading: (service: Html) => html`${service} работает`,
    text: 'Администратора ещё нет. Откройте ссылку для настройки, напечатанную в терминале, где запущен сервис.',
    again: 'Ссылка одноразовая и действует час. Чтобы напечатать новую, перезапустите сервис.',
  },
  offered: formats.counts({
    one: 'Вам хотят передать # приложение.',
    few: 'Вам хотят передать # приложения.',
    many: 'Вам хотят передать # приложений.',
  }),
  offeredOne: (owner: Html, application: Html) => html`${owner} хочет передать вам приложение ${application}.`,
  seeOffers: 'Посмотреть предложения',
  given: (owner: Html | null, application: Html) =>
    owner === null
      ? html`Ваше предложение приняли: приложение ${application} теперь принадлежит другому аккаунту.`
      : html`Ваше предложение приняли: приложение ${application} теперь принадлежит аккаунту ${owner}.`,
  toApprove: formats.boundedCounts({
    one: '# приложение ждёт одобрения администратора.',
    few: '# приложения ждут одобрения администратора.',
    many: '# приложений ждут одобрения администратора.',
  }),
  seeToApprove: 'Посмотреть, что ждёт',
  title: 'Главная',
  greeting: (nickname: Html) => html`Добро пожаловать, ${nickname}`,
  suspended: (application: Html) =>
    html`Администратор приостановил приложение ${application}. Пока приостановку не снимут, его токены не действуют.`,
  reused: (application: Html, why: Html) =>
    html`Код или токен обновления приложения ${application} использовали дважды, поэтому доступ отозван. ${why}`,
  why: 'Что произошло',
  webhookOff: (link: Html, app: Html) =>
    html`Вебхук приложения ${app} выключен, потому что его адрес не принимает события: ${link}.`,
  serviceWebhookOff: (link: Html) =>
    html`Вебхук всего сервиса выключен, потому что его адрес не принимает события: ${link}.`,
  secretEnds: (secret: Html, application: Html, when: Html) =>
    html`Секрет ${secret} приложения ${application} перестанет действовать ${when}.`,
  build: 'Ваши приложения',
  application: 'Приложение',
  users: 'Пользователи',
  tokens: 'Токены со вчера',
  refused: 'Отказы за сутки',
  nothingRefused: 'нет',
  refusedCount: formats.counts({ one: '# отказ', few: '# отказа', many: '# отказов' }),
  allApplications: 'Все приложения',
  register: 'Зарегистрировать приложение',
  newcomer: {
    lead: (service: Html) =>
      html`${service} — ваш единый аккаунт для приложений: вы входите здесь, а каждое приложение получает только то, что вы разрешили.`,
    apps: 'Как только вы войдёте в приложение с этим аккаунтом, оно появится здесь, и вы сможете изменить или прекратить его доступ.',
    profile: 'Заполнить профиль',
    build: 'Создать приложение',
    register: 'Зарегистрировать приложение или попробовать готовое',
  },
  checklist: {
    title: 'С чего начать',
    done: '(готово)',
    account: 'Создать аккаунт',
    registered: (application: Html) => html`Зарегистрировать приложение: ${application}`,
    token: 'Получить первый токен',
    next: 'Получить первый токен',
  },
  use: 'Доступ приложений',
  permissions: formats.counts({ one: '# разрешение', few: '# разрешения', many: '# разрешений' }),
  noAccess: 'Доступа к вашему аккаунту нет ни у одного приложения.',
  review: 'Проверить доступ',
  reviewAll: 'Проверить все',
  forDevelopers: 'Разрабатываете приложение?',
  forDevelopersText:
    'Зарегистрируйте приложение, чтобы получить его client_id и секрет, а затем пройдите весь путь на вкладке «Проверка».',
  openAdministration: 'Открыть администрирование',
  administer: (administration: Html) => html`Вы администратор. ${administration}`,
} satisfies typeof english.home;

export const signIn = {
  title: 'Вход',
  continueTo: (application: Html) => html`чтобы продолжить в приложении <strong>${application}</strong>`,
  name: 'Никнейм или электронная почта',
  password: 'Пароль',
  submit: 'Войти',
  wrong: 'Неверный никнейм, адрес или пароль. Если попыток было слишком много, подождите несколько минут.',
  disabled: 'Этот аккаунт отключён.',
  disabledBecause: (reason: Html) => html`Причина: ${reason}`,
  disabledAsk: (contact: Html | null) =>
    contact === null ? html`Обратитесь к владельцу этого сервиса.` : html`Если это ошибка, напишите: ${contact}.`,
  forgotten: {
    title: 'Забыли пароль?',
    text: (contact: Html | null) =>
      html`Владелец сервиса может дать вам ссылку для одного входа, с которой вы зададите новый пароль${contact === null ? '.' : html`: ${contact}`}`,
  },
  kept: 'Сеанс завершён, поэтому пока ничего не сохранено. Войдите, и форма откроется снова с тем, что вы ввели.',
  noAccount: 'Ещё нет аккаунта?',
  createAccount: 'Создать аккаунт',
} satisfies typeof english.signIn;

export const signUp = {
  title: 'Создание аккаунта',
  submit: 'Создать аккаунт',
  haveOne: 'Уже есть аккаунт?',
  signIn: 'Войти',
  nickname: 'Никнейм',
  nicknameHint: 'Его видят все. Потом его можно изменить.',
  email: 'Электронная почта',
  emailHint: 'Приложения увидят адрес, только если вы разрешите. Администраторы сервиса его видят.',
  password: 'Пароль',
  passwordHint: formats.counts({
    one: 'Не меньше # символа. Несколько не связанных между собой слов надёжны и легко запоминаются.',
    few: 'Не меньше # символов. Несколько не связанных между собой слов надёжны и легко запоминаются.',
    many: 'Не меньше # символов. Несколько не связанных между собой слов надёжны и легко запоминаются.',
  }),
} satisfies typeof english.signUp;

export const setup = {
  title: 'Первый администратор',
  explained: (service: Html) =>
    html`Сервис ${service} работает, но администратора у него ещё нет. Им станет аккаунт, который вы создадите здесь, после чего ссылка перестанет действовать.`,
  submit: 'Создать администратора',
  deadTitle: 'Эта ссылка больше не действует',
  deadText: 'Ею уже воспользовались, или прошло больше часа.',
  deadNext: (command: Html) =>
    html`Если администратор уже есть, войдите. Если нет, перезапустите сервис, чтобы напечатать новую ссылку, или выполните на сервере ${command}.`,
  deadSignIn: 'Войти',
} satisfies typeof english.setup;

export const sentTwice = {
  title: 'Вы вошли',
  text: 'Форма была отправлена дважды, и второй раз не с тем же содержимым. Действует то, что отправлено первым; введённое позже не учтено.',
  account: (nickname: Html) => html`Ваш аккаунт: ${nickname}.`,
  accountWith: (nickname: Html, email: Html) => html`Ваш аккаунт: ${nickname}, адрес: ${email}.`,
  passwordSet: 'Ваш пароль: тот, что отправлен первым.',
  passwordKept: 'Ваш пароль прежний: первый раз новый не был введён.',
  next: 'Продолжить',
} satisfies typeof english.sentTwice;

export const confirm = {
  title: 'Подтвердите, что это вы',
  ask: (nickname: Html, purpose: string) => html`Вы вошли как ${nickname}. Введите пароль ещё раз, чтобы ${purpose}.`,
  purposes: {
    delete_application: 'удалить приложение',
    add_secret: 'добавить секрет',
    rotate_secret: 'сменить секрет',
    remove_secret: 'удалить секрет',
    revoke_tokens: 'отозвать все токены',
    revoke_family: 'отозвать это семейство токенов',
    add_redirect_uri: 'добавить адрес возврата',
    transfer_application: 'передать приложение',
    accept_application: 'принять приложение',
    change_application: 'изменить приложение',
    change_access: 'изменить доступ приложений',
    change_account: 'изменить аккаунт',
    download_data: 'скачать свои данные',
    disable_person: 'отключить аккаунт',
    edit_person: 'изменить этот аккаунт',
    delete_person: 'удалить этот аккаунт',
    enable_person: 'включить аккаунт',
    sign_out_person: 'завершить все сеансы этого человека',
    suspend_application: 'приостановить приложение',
    lift_suspension: 'снять приостановку',
    administer: 'действовать как администратор',
    go_on: 'продолжить',
  },
  submit: 'Подтвердить пароль',
  leave: 'Отменить, ничего не меняя',
} satisfies typeof english.confirm;
