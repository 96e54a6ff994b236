/** Russian words of consent: the decision, the code to copy, the list of authorised applications. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/consent.ts';
import { formats } from './formats.ts';

export const consent = {
  title: (name: string) => `Разрешить доступ: ${name}`,
  heading: (name: Html) => html`Приложение ${name} запрашивает доступ к вашему аккаунту`,
  by: (owner: Html) => html`автор: ${owner}`,
  tickOne: 'Отметьте хотя бы одно разрешение или отмените запрос.',
  changed:
    'Пока эта страница была открыта, приложение стало запрашивать другое. Посмотрите ещё раз, прежде чем решать.',
  api: 'Для работы с',
  apiWords: (name: Html, identifier: Html) => html`${name} (${identifier}) и ни с чем другим`,
  able: 'Оно сможет',
  untick: 'Снимите отметку с того, чего не хотите разрешать. Пароль приложение не увидит.',
  noPassword: 'Пароль приложение не увидит.',
  more: formats.counts({
    one: 'У него уже есть доступ, и оно просит ещё # разрешение.',
    few: 'У него уже есть доступ, и оно просит ещё # разрешения.',
    many: 'У него уже есть доступ, и оно просит ещё # разрешений.',
  }),
  looping: (name: Html, most: string) =>
    html`Приложение ${name} отправило вас сюда больше ${most} раз за час. Доступ вы уже разрешили, и обычно вас не стали бы спрашивать снова. Если это начали не вы, отмените запрос и сообщите разработчику.`,
  namesake: (owner: Html) =>
    html`Другое приложение, зарегистрированное раньше и не этим разработчиком, называется так же или похоже. Это приложение принадлежит ${owner}. Продолжайте, только если вам нужно именно оно.`,
  lasts: 'Срок доступа',
  lasting: { day: 'Один день', month: '30\u00a0дней', until_removed: 'Пока я не отзову' },
  lastingUntil: (length: string, date: string) => `${length} (до ${date})`,
  endsUnused: (period: string) => `Закончится раньше, если не пользоваться ${period}.`,
  replacesEnd: (when: Html) =>
    html`Нынешний доступ действует до ${when}. Ваш выбор заменит этот срок на всех ваших устройствах.`,
  replacesOpen: 'У него уже есть доступ. Ваш выбор касается его целиком, на всех ваших устройствах.',
  removeWhere: (place: (words: string) => Html) =>
    html`Доступ, целиком или по одному разрешению, можно отозвать в любое время в разделе ${place('Доступ приложений')}.`,
  promises: 'Документы разработчика:',
  policy: 'политика конфиденциальности',
  terms: 'условия',
  notVerified: 'Не проверено',
  verifiedBy: (service: Html) => html`Проверено сервисом ${service}`,
  createdToday: 'Создано сегодня',
  created: (age: string) => `Создано ${age}`,
  people: formats.boundedCounts({
    none: 'Пользователей пока нет',
    one: '# пользователь',
    few: '# пользователя',
    many: '# пользователей',
  }),
  toPlayground: (service: Html) => html`Вернёт вас на вкладку проверки сервиса <strong>${service}</strong>`,
  approve: (name: Html, within: (part: Html) => Html) => html`Разрешить доступ${within(html`: ${name}`)}`,
  wholeName: 'Показать название целиком',
  deny: 'Отмена',
  signedInAs: (nickname: Html) => html`Вы вошли как <strong>${nickname}</strong>`,
  notYou: 'Не вы?',
} satisfies typeof english.consent;

export const destination = {
  afterwards: 'Затем',
  showsCode: 'этот сайт покажет вам код, который нужно скопировать в приложение',
  sendsTo: 'Отправит вас:',
  programHere: (host: string) => `к программе на этом компьютере (${host})`,
  opens: 'Откроет',
  applicationHere: (scheme: string) => `приложение на этом устройстве, которое отвечает на ссылки ${scheme}`,
} satisfies typeof english.destination;

export const outOfBand = {
  title: 'Ваш код',
  heading: (name: Html) => html`Ваш код для приложения ${name}`,
  explained: (period: string, until: Html) =>
    html`Чтобы завершить, скопируйте его в приложение. Код действует один раз и только ${period}: до ${until}.`,
  code: 'Код авторизации',
  what: 'код',
  care: (name: Html) =>
    html`С этим кодом можно получить доступ, который вы только что дали. Введите его только в приложении ${name} и никому не сообщайте.`,
  close: 'Готово? Эту страницу можно закрыть.',
  denied: {
    title: 'Доступ не дан',
    heading: (name: Html) => html`Приложение ${name} не получило доступа`,
    what: 'Вы отказались, поэтому никакие данные не переданы и ничего не изменилось.',
    next: 'Можно закрыть эту страницу или вернуться в приложение.',
  },
} satisfies typeof english.outOfBand;

export const authorized = {
  search: 'Название приложения',
  nothingFound: {
    title: 'Ничего не найдено',
    text: 'Ни у одного приложения с доступом этого нет в названии. Введите меньше букв.',
  },
  title: 'Доступ приложений',
  lead: 'Эти приложения могут действовать от вашего имени. Отзыв доступа действует сразу.',
  emptyTitle: 'Доступа к вашему аккаунту нет ни у одного приложения',
  emptyText:
    'Когда приложение запросит доступ и вы разрешите, оно появится здесь: что ему можно, когда оно этим пользовалось и как отозвать доступ.',
  by: (owner: Html) => html`автор: ${owner}`,
  api: 'API',
  may: 'Разрешения',
  since: (when: Html) => html`Доступ дан ${when}`,
  details: 'Разрешения и устройства',
  detailsOf: (name: string) => `приложения ${name}`,
  ends: (when: Html) => html`до ${when}`,
  lastUsed: 'Активность',
  unused: 'не использовалось 90\u00a0дней',
  remove: 'Отозвать доступ',
  of: (name: string) => `приложения ${name}`,
  explained: (name: Html) =>
    html`Приложение ${name} больше не сможет действовать от вашего имени. Чтобы вернуть доступ, ему придётся запросить его снова.`,
  removeTitle: (name: Html) => html`Отозвать доступ приложения ${name}?`,
  removeAllTitle: 'Отозвать доступ у всех приложений?',
  removeAll: 'Отозвать весь доступ',
  removeAllExplained:
    'Сразу прекращает доступ всех приложений, в том числе на других страницах этого списка. Ваш аккаунт останется.',
  removeAllAsk: 'Каждому приложению придётся запросить доступ снова.',
  removeAllSubmit: 'Отозвать доступ у всех приложений',
} satisfies typeof english.authorized;
