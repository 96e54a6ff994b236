/** Russian words of the home page, sign-in, sign-up, setup and confirmation. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/entrance.ts';
import { formats } from './formats.ts';

export const home = {
  welcome: 'Добро пожаловать',
  promise: 'Ваш аккаунт\u00a0— ваше решение',
  explained: (service: Html) =>
    html`${service} позволяет приложениям действовать от вашего имени\u00a0— только с вашего разрешения и только в тех пределах, которые вы зададите. Любое разрешение можно отозвать в любой момент.`,
  signIn: 'Войти',
  createAccount: 'Создать аккаунт',
  building: 'Разрабатываете приложение?',
  steps: [
    'Войдите или создайте аккаунт.',
    'Зарегистрируйте приложение: название и адрес, на который возвращаются пользователи.',
    'Пройдите весь путь на вкладке «Проверка» и получите первый токен.',
  ],
  endpoints: (docs: (words: string) => Html, metadata: (words: string) => Html) =>
    html`Всё это описано в ${docs('документации')}; библиотеки читают адреса для запросов из ${metadata('метаданных сервиса')}.`,
  offered: formats.counts({
    one: 'Вам хотят передать # приложение.',
    few: 'Вам хотят передать # приложения.',
    many: 'Вам хотят передать # приложений.',
  }),
  seeOffers: 'Посмотреть предложения',
  unfinished: (name: Html) => html`Приложение ${name} зарегистрировано и ещё не получало токен.`,
  firstToken: 'Запросить первый токен',
  title: 'Главная',
  greeting: (nickname: Html) => html`Добро пожаловать, ${nickname}`,
  lead: 'Что вы создаёте и что может действовать от вашего имени.',
  build: 'Приложения, которые вы создаёте',
  owned: formats.counts({
    none: 'Зарегистрируйте приложение, чтобы получить его client_id и секрет и принять первого пользователя.',
    one: 'У вас # приложение.',
    few: 'У вас # приложения.',
    many: 'У вас # приложений.',
  }),
  register: 'Зарегистрировать приложение',
  open: 'Открыть приложения',
  use: 'Приложения, которыми вы пользуетесь',
  authorized: formats.counts({
    none: 'Ни одно приложение не может действовать от вашего имени. Здесь появятся те, которым вы разрешите доступ; у каждого его можно будет отозвать.',
    one: '# приложение может действовать от вашего имени.',
    few: '# приложения могут действовать от вашего имени.',
    many: '# приложений могут действовать от вашего имени.',
  }),
  review: 'Проверить доступ',
  administer: (administration: (words: string) => Html, command: Html) =>
    html`Вы администратор этого сервиса: люди, приложения и события\u00a0— в разделе ${administration('администрирования')}. Остальное делают на сервере командой ${command}.`,
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
  emailHint: 'Адрес увидят только приложения, которым вы это разрешите.',
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
} satisfies typeof english.setup;

export const confirm = {
  title: 'Подтвердите, что это вы',
  ask: (nickname: Html, purpose: string) => html`Вы вошли как ${nickname}. Введите пароль ещё раз, чтобы ${purpose}.`,
  purposes: {
    delete_application: 'удалить приложение',
    add_secret: 'добавить секрет',
    rotate_secret: 'сменить секрет',
    remove_secret: 'удалить секрет',
    revoke_tokens: 'отозвать все токены',
    add_redirect_uri: 'добавить адрес возврата',
    transfer_application: 'передать приложение',
    accept_application: 'принять приложение',
    change_application: 'изменить приложение',
    change_access: 'изменить доступ приложений',
    change_account: 'изменить аккаунт',
    download_data: 'скачать свои данные',
    disable_person: 'отключить аккаунт',
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
