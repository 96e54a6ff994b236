/** Russian words of webhooks. */
import { type Html, html } from '../../../html.ts';
import type { WebhookFaultTexts } from '../../en/service/webhooks.ts';
import type { Text } from '../../en.ts';
import { formats } from '../formats.ts';

export const webhookList: Text['webhookList'] = {
  title: 'Вебхуки',
  lead: 'События этого приложения сразу отправляются на ваши адреса, с подписью.',
  leadOfAll: 'События всего сервиса сразу отправляются на ваши адреса, с подписью.',
  docs: 'Как их принимать',
  add: 'Добавить вебхук',
  address: 'Адрес',
  groups: 'События',
  state: 'Состояние',
  delivered: 'Последняя доставка',
  on: 'включён',
  off: 'выключен',
  failing: 'не отвечает',
  emptyTitle: 'Вебхуков пока нет',
  emptyText: 'С вебхуком ваша программа узнаёт о событиях за секунды, и спрашивать ей не нужно.',
};

export const webhookForm: Text['webhookForm'] = {
  newTitle: 'Добавить вебхук',
  url: 'Адрес',
  urlHint: html`Сюда события отправляются методом <code>POST</code>, например <code>https://example.org/hooks/latchkey</code>. Ответ со статусом от 200 до 299 должен прийти за пять секунд.`,
  groups: 'События',
  groupsHint: html`Целые группы: слово перед точкой, например <code>consent</code> для <code>consent.revoked</code>.`,
  groupTexts: {
    account: 'Входы, сеансы, пароли, аккаунты',
    application: 'Настройки, секреты, приостановка, передача',
    resource: 'API и их данные доступа',
    consent: 'Согласия и отказы пользователей, отзыв доступа',
    code: 'Коды авторизации: по одному на каждый вход через приложение',
    token: 'Выпуск, обновление, отказы и отзыв токенов: много',
    playground: 'Запуски песочницы',
    administration: 'Что смотрят и выгружают администраторы',
    webhook: 'Изменения вебхуков',
    import: 'Перенос людей и приложений',
    limit: 'Достигнутые ограничения частоты',
    setup: 'Первый администратор',
  },
  add: 'Добавить вебхук',
  save: 'Сохранить изменения',
};

export const webhookPage: Text['webhookPage'] = {
  created: 'Добавлен',
  delivered: 'Последняя доставка',
  dropped: 'Отброшено: слишком много ждало отправки',
  offTitle: 'Этот вебхук выключен',
  offBecause: {
    gone: 'Его адрес ответил 410, то есть закрыт навсегда.',
    failing: 'Три дня ничего не удавалось доставить.',
    owner: 'Его выключили вручную.',
    transferred:
      'Приложение передано другому аккаунту. От адреса остался только хост: укажите свой, создайте новый секрет и включите вебхук.',
  },
  offKept: 'То, что ждало отправки, хранится 30\u00a0дней и уйдёт, когда вебхук включат. Новые события не сохраняются.',
  failing: (since: Html) => html`Ничего не удаётся доставить с ${since}. Попытки повторяются всё реже, три дня.`,
  switchOn: 'Включить',
  switchOff: 'Выключить этот вебхук',
  switchOffText: 'Пока его снова не включат, ничего не отправляется. События за это время не отправятся и потом.',
  test: 'Отправить пробное событие',
  testText: html`У пробного события тип <code>webhook.test</code>, и подписано оно как все.`,
  deliveries: 'Доставки',
  deliveriesEmpty: 'Пока ничего не отправлено.',
  event: 'Событие',
  state: 'Состояние',
  answer: 'Ответ',
  attempts: 'Попытки',
  at: 'Произошло',
  states: { waiting: 'ждёт', delivered: 'доставлено', failed: 'не доставлено' },
  noAnswer: 'нет',
  secret: 'Секрет',
  secretText: (made: Html, link: (words: string) => Html) =>
    html`С ним ваша программа ${link('проверяет')} заголовок <code>webhook-signature</code>. Создан ${made}.`,
  secretUse: (link: (words: string) => Html) => html`${link('Как проверять подпись')}: готовый код.`,
  former: (until: Html) => html`До ${until} доставки подписываются и прежним секретом.`,
  rotate: 'Заменить секрет',
  rotateTitle: 'Заменить секрет этого вебхука?',
  rotateAsk: 'Вы сразу получите новый секрет. Один день доставки подписываются обоими, потом только новым.',
  secretTitle: 'Секрет вебхука',
  secretLead: (host: Html) => html`Внесите его сейчас в настройки программы на ${host}.`,
  goOn: 'Перейти к вебхуку',
  settings: 'Изменить адрес или события',
  remove: 'Удалить этот вебхук',
  removeTitle: 'Удалить этот вебхук?',
  removeAsk: 'Вместе с ним удалятся его доставки, даже те, что ждут отправки. На его адрес больше ничего не придёт.',
  back: 'Все вебхуки',
};

export const deliveryPage: Text['deliveryPage'] = {
  id: html`<code>webhook-id</code>`,
  next: 'Следующая попытка',
  behind: 'После более ранней доставки о том же аккаунте или приложении.',
  took: 'Время',
  milliseconds: formats.counts({ one: '# миллисекунда', few: '# миллисекунды', many: '# миллисекунд' }),
  sent: 'Что отправляется',
  answered: 'Ответ (первый килобайт)',
  failedBecause: 'Почему не удалось',
  noAnswer: 'Ещё не отправлялось.',
  again: 'Отправить ещё раз',
  againText: html`<code>webhook-id</code> останется прежним, и получатель узнает ту же доставку.`,
  againOff: 'Вебхук выключен: включите его, чтобы отправить ещё раз.',
  back: 'Все доставки',
};

export const webhookFaults: WebhookFaultTexts = {
  webhook_url_missing: () => 'Введите адрес, на который отправлять события, например https://example.org/hooks.',
  webhook_url_long: ({ most }) => `В адресе не больше ${most} символов.`,
  webhook_url_long_encoded: ({ most }) => `В адресе после кодирования через % не больше ${most} символов.`,
  webhook_url_malformed: () => 'Введите адрес, который начинается с https://, без имени, пароля и фрагмента (#).',
  webhook_url_unreadable: () =>
    'Имя узла или порт в этом адресе не удаётся прочитать. Проверьте их; порт не больше 65535.',
  webhook_url_insecure: () => 'Адрес должен начинаться с https://, чтобы никто не прочёл и не изменил отправленное.',
  webhook_url_forbidden: () =>
    'Этот узел находится в закрытой сети, куда сервис ничего не отправляет. Укажите адрес, доступный из интернета.',
  webhook_groups_missing: () => 'Выберите хотя бы одну группу событий.',
  webhook_groups_unknown: ({ names, offered }) =>
    `Такой группы событий здесь нет: ${names.join(', ')}. Выберите из этих: ${offered.join(', ')}.`,
  webhooks_many: ({ most }) => `Вебхуков уже ${most}. Удалите ненужный.`,
};
