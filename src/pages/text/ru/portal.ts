/** Russian words of the developer's portal: the list of applications, the form, the secret, the deletion. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/portal.ts';
import { formats } from './formats.ts';

export const applications = {
  title: 'Ваши приложения',
  lead: 'Ваши программы и сайты, которые запрашивают доступ у пользователей.',
  register: 'Зарегистрировать приложение',
  emptyTitle: 'Зарегистрируйте первое приложение',
  emptyText:
    'Укажите название и адрес, на который возвращаются пользователи. Вы получите client_id и client_secret, а также команды для запроса первого токена.',
  name: 'Название',
  type: 'Тип',
  redirectUris: 'Адреса возврата',
  users: 'Пользователи',
  created: 'Создано',
  confidential: 'конфиденциальное',
  confidentialTitle: 'Хранит секрет на сервере',
  public: 'публичное',
  publicTitle: 'Работает на устройстве пользователя и не имеет секрета',
} satisfies typeof english.applications;

export const applicationForm = {
  newTitle: 'Регистрация приложения',
  newLead:
    'Название и описание видят пользователи, когда вы запрашиваете у них доступ. Пишите только то, что может видеть каждый.',
  newSubmit: 'Зарегистрировать приложение',
  editTitle: (name: string) => `Изменение: ${name}`,
  editHeading: (name: Html) => html`Изменение: ${name}`,
  editLead: 'Доступ, который уже дали пользователи, останется прежним.',
  editSubmit: 'Сохранить приложение',
  name: 'Название приложения',
  nameHint: 'То, что пользователи узнают и чему доверяют.',
  description: 'Описание',
  descriptionHint: 'Одно-два предложения; пользователи видят их при запросе доступа.',
  homepage: 'Сайт приложения',
  logo: 'Адрес логотипа',
  logoHint: 'Хранится вместе с приложением. Эти страницы показывают рисунок и ничего не загружают с других сайтов.',
  type: 'Тип',
  confidential: 'Конфиденциальное',
  confidentialText: 'Работает на вашем сервере и может хранить секрет. Подтверждает себя с помощью client_secret.',
  public: 'Публичное',
  publicText:
    'Работает на устройстве пользователя или в браузере и не может хранить секрет. Обязано использовать PKCE (S256); доступ запрашивается каждый раз.',
  scopes: 'Права, которые оно может запрашивать',
  scopesHint: 'Запрашивайте немногое: пользователи отказываются от того, чего не понимают.',
  isDefault: 'по умолчанию',
  callback: 'Ответ приложению',
  issuer: html`Передавать <code>iss</code> в ответе`,
  issuerText: html`Сообщает приложению, какой сервис ответил, и тем защищает от атак с подменой сервера (RFC 9207). Не отключайте без нужды. Отключить стоит, только если ваша библиотека останавливается с ошибкой из-за неожиданного <code>iss</code> и ей нельзя указать издателя.`,
} satisfies typeof english.applicationForm;

export const redirectUris = {
  title: 'Адреса возврата (redirect URI)',
  hint: html`Куда возвращаются пользователи, по одному адресу в строке. Адрес должен буква в букву совпадать с тем, что вы передаёте в <code>redirect_uri</code>.`,
  row: (number: number | string) => `Адрес возврата ${number}`,
  add: 'Добавить адрес возврата',
  allowed: 'Что разрешено',
  rules: [
    html`Адреса <code>https://</code>, при желании с путём и параметрами, но без фрагмента (<code>#…</code>).`,
    html`<code>http://</code> только для этого компьютера: <code>127.0.0.1</code>, <code>[::1]</code>, <code>localhost</code>. Порт не учитывается, подойдёт любой свободный.`,
    html`Собственные схемы для устанавливаемых приложений: <code>com.example.app:/callback</code>.`,
    html`<code>urn:ietf:wg:oauth:2.0:oob</code> показывает код на странице, чтобы пользователь скопировал его.`,
    html`Без подстановочных знаков, без имени пользователя и пароля в адресе.`,
  ],
} satisfies typeof english.redirectUris;

export const newSecret = {
  createdTitle: 'Приложение зарегистрировано',
  createdLead: (name: Html) => html`Приложение ${name} теперь может запрашивать доступ у пользователей.`,
  addedTitle: 'Секрет добавлен',
  addedLead: (name: Html) =>
    html`Приложение ${name} может сразу использовать этот секрет. Прежний действует, пока вы его не удалите.`,
  once: 'Скопируйте секрет сейчас. Больше вы его не увидите.',
  care: 'Здесь хранится только его отпечаток. Обращайтесь с ним как с паролем: не храните в репозитории, в браузере и в устанавливаемом приложении. Если секрет потерян, добавьте другой, а этот удалите.',
  download: 'Скачать в формате JSON',
  goOn: 'Перейти к приложению',
} satisfies typeof english.newSecret;

export const applicationDeletion = {
  title: (name: string) => `Удаление: ${name}`,
  heading: (name: Html) => html`Удаление: ${name}`,
  lead: 'Прочитайте, что будет потеряно, и подтвердите удаление названием приложения.',
  usersLost: formats.counts({
    none: 'Ни один пользователь не дал ему доступ.',
    one: 'Доступ сразу потеряет # пользователь.',
    few: 'Доступ сразу потеряют # пользователя.',
    many: 'Доступ сразу потеряют # пользователей.',
  }),
  tokensLost: 'Все его токены и коды перестанут действовать.',
  nameLost: 'Его client_id и секреты исчезнут, зарегистрировать их снова будет нельзя.',
  submit: 'Удалить приложение',
  back: 'Оставить приложение',
} satisfies typeof english.applicationDeletion;
