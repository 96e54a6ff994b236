/** Russian words of webhooks. */
import { type Html, html } from '../../html.ts';
import type { WebhookFaultTexts } from '../en/webhooks.ts';
import type { Text } from '../en.ts';
import { formats } from './formats.ts';

export const webhookList: Text['webhookList'] = {
  title: 'Вебхуки',
  lead: 'События этого приложения отправляются на ваши адреса сразу, с подписью.',
  leadOfAll: 'Каждое событие этого сервиса отправляется на ваши адреса сразу, с подписью.',
  add: 'Добавить вебхук',
  address: 'Адрес',
  groups: 'События',
  state: 'Состояние',
  delivered: 'Последняя доставка',
  on: 'включён',
  off: 'выключен',
  failing: 'не отвечает',
  emptyTitle: 'Вебхуков нет',
  emptyText: 'С вебхуком ваша программа узнаёт о событиях за секунды, не спрашивая.',
};

export const webhookForm: Text['webhookForm'] = {
  newTitle: 'Добавить вебхук',
  url: 'Адрес',
  urlHint: html`Куда события отправляются методом <code>POST</code>, например <code>https://example.org/hooks/latchkey</code>. Он должен за пять секунд ответить статусом от 200 до 299.`,
  groups: 'События',
  groupsHint: 'Виды по слову перед точкой.',
  groupTexts: {
    account: 'Входы, сеансы, пароли, аккаунты',
    application: 'Настройки, секреты, приостановка, передача',
    resource: 'API и их данные доступа',
    consent: 'Доступ, который пользователи дали, отклонили или забрали',
    code: 'Коды авторизации: по одному на каждый вход через приложение',
    token: 'Выпуск, обновление, отказы и отзыв токенов: много',
    playground: 'Запуски площадки',
    administration: 'Что смотрят администраторы',
    webhook: 'Изменения вебхуков',
    import: 'Перенос людей и приложений',
    limit: 'Достигнутые ограничения частоты',
    setup: 'Первый администратор',
  },
  add: 'Добавить',
  save: 'Сохранить',
};

export const webhookPage: Text['webhookPage'] = {
  created: 'Добавлен',
  delivered: 'Последняя доставка',
  dropped: 'Отброшено, потому что ждало слишком много',
  offTitle: 'Этот вебхук выключен',
  offBecause: {
    gone: 'Его адрес ответил 410: он закрыт навсегда.',
    failing: 'Три дня ничего не удавалось доставить.',
    owner: 'Его выключили вручную.',
    transferred: 'Приложение передано другому аккаунту. Включайте, только если адрес ваш.',
  },
  offKept: 'Что ждало отправки, хранится тридцать дней и уйдёт, когда его включат. Новые события не отправляются.',
  failing: (since: Html) => html`Ничего не удаётся доставить с ${since}. Попытки повторяются всё реже, три дня.`,
  switchOn: 'Включить',
  switchOff: 'Выключить',
  switchOffText:
    'Ничего не отправляется, пока его снова не включат. Что произойдёт за это время, позже не отправляется.',
  test: 'Отправить пробное событие',
  testText: html`Доставка с типом <code>webhook.test</code>, подписанная как все.`,
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
  secretText: (made: Html) =>
    html`Им ваша программа проверяет заголовок <code>webhook-signature</code>. Создан ${made}.`,
  former: (until: Html) => html`До ${until} подпись ставится и прежним секретом.`,
  rotate: 'Заменить секрет',
  rotateTitle: 'Заменить секрет этого вебхука?',
  rotateAsk: 'Вы сразу получите новый секрет. Один день доставки подписываются обоими, потом только новым.',
  secretTitle: 'Секрет вебхука',
  secretLead: (host: Html) => html`Внесите его сейчас в настройки программы на ${host}.`,
  goOn: 'К вебхуку',
  settings: 'Адрес и события',
  remove: 'Удалить этот вебхук',
  removeTitle: 'Удалить этот вебхук?',
  removeAsk: 'Вместе с ним исчезнут его доставки, в том числе ждущие. На его адрес больше ничего не отправляется.',
  back: 'Все вебхуки',
};

export const deliveryPage: Text['deliveryPage'] = {
  id: html`<code>webhook-id</code>`,
  next: 'Следующая попытка',
  took: 'Время',
  milliseconds: formats.counts({ one: '# миллисекунда', few: '# миллисекунды', many: '# миллисекунд' }),
  sent: 'Что отправляется',
  answered: 'Ответ, первый килобайт',
  noAnswer: 'Попыток ещё не было.',
  again: 'Отправить ещё раз',
  againText: html`С тем же <code>webhook-id</code>, чтобы получатель узнал повторение.`,
  againOff: 'Вебхук выключен: включите его, чтобы отправить ещё раз.',
  back: 'Все доставки',
};

export const webhookFaults: WebhookFaultTexts = {
  webhook_url_missing: () => 'Напишите адрес, на который отправлять события, например https://example.org/hooks.',
  webhook_url_long: ({ most }) => `В адресе не больше ${most} символов.`,
  webhook_url_malformed: () => 'Адрес начинается с https:// и не содержит ни имени, ни пароля, ни фрагмента (#).',
  webhook_url_insecure: () => 'Адрес должен начинаться с https://, чтобы никто не прочёл и не изменил отправленное.',
  webhook_url_forbidden: () =>
    'Этот узел находится в закрытой сети, куда сервис ничего не отправляет. Укажите адрес, доступный из интернета.',
  webhook_groups_missing: () => 'Выберите хотя бы одну группу событий.',
  webhook_groups_unknown: ({ names }) => `Такой группы событий здесь нет: ${names.join(', ')}.`,
  webhooks_many: ({ most }) => `Вебхуков уже ${most}. Удалите ненужный.`,
};
