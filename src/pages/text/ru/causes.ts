/** Russian headings and advice for causes that a diagnosis knows more precisely than the reason of the refusal. */

import type { ReasonToAsk } from '../../../protocol/authorize/silent.ts';
import type { AddressDifference } from '../../../protocol/clients/address-difference.ts';
import type { RefinedCause, UnfitParameter } from '../../../protocol/diagnosis/cause.ts';
import type { CauseTexts, CauseWords } from '../en/causes.ts';

const SAME_URI = 'Отправляйте ожидаемый адрес символ в символ или зарегистрируйте этот.';

const addresses: { readonly [Name in AddressDifference]: string } = {
  space: 'Вокруг `redirect_uri` лишние пробелы',
  quotes: 'Вокруг `redirect_uri` лишние кавычки',
  encoded_whole: '`redirect_uri` закодирован дважды',
  scheme: 'У `redirect_uri` другая схема (http или https)',
  www_extra: 'В `redirect_uri` лишнее `www.`',
  www_missing: 'В `redirect_uri` не хватает `www.`',
  loopback_name: '`redirect_uri` называет этот компьютер иначе',
  host: '`redirect_uri` ведёт на другой хост',
  port: 'У `redirect_uri` другой порт',
  slash_extra: 'В конце `redirect_uri` лишняя косая черта',
  slash_missing: 'В конце `redirect_uri` не хватает косой черты',
  case: '`redirect_uri` отличается регистром букв',
  encoding: '`redirect_uri` закодирован иначе',
  path: 'У `redirect_uri` другой путь',
  query_extra: 'В `redirect_uri` лишняя строка запроса',
  query_missing: 'В `redirect_uri` не хватает строки запроса',
  query_order: 'Параметры `redirect_uri` идут в другом порядке',
  query: 'В `redirect_uri` другая строка запроса',
  fragment: 'В `redirect_uri` есть фрагмент',
  other: '`redirect_uri` отличается',
};

const kinds = {
  access: 'токен доступа',
  refresh: 'токен обновления',
  code: 'код авторизации',
  secret: 'секрет приложения',
};

function rightValue(parameter: string): string {
  switch (parameter) {
    case 'refresh_token':
      return 'Отправляйте значение, которое в ответе называется `refresh_token`.';
    case 'code':
      return 'Отправляйте `code` из адреса, на который вернулся пользователь.';
    case 'client_secret':
      return 'Отправляйте секрет со вкладки «Секреты».';
    default:
      return 'Отправляйте значение, которое в ответе называется `access_token`.';
  }
}

const unfit: { readonly [Parameter in UnfitParameter]: string } = {
  response_mode: 'Уберите `response_mode` или отправьте `query`: ответ приходит в параметрах адреса возврата.',
  state:
    'Отправляйте короткий случайный `state`, а то, что к нему относится, храните в сессии, из которой ушёл запрос.',
  nonce: 'Отправляйте короткий случайный `nonce`.',
  prompt: 'Отправьте одно `none` или уберите его.',
  code_challenge:
    'Отправляйте SHA-256 от verifier в base64url без `=` в конце: 43 символа. Сам verifier или хеш в hex не подходят.',
};

const SHOW_THE_PAGE = 'Отправьте пользователя сюда без `prompt=none`.';

const asking: { readonly [Why in ReasonToAsk]: CauseWords } = {
  never_certain: {
    title: 'Отправлен `prompt=none`, а пользователей этого приложения спрашивают каждый раз',
    remedy:
      'Обновляйте токены токеном обновления: при этом тоже ничего не показывается. Ответ публичному приложению без адреса возврата с `https` может получить любая программа, поэтому незаметно ничего не проходит.',
  },
  not_allowed: {
    title: 'Отправлен `prompt=none`, а пользователь ещё ничего не разрешил приложению',
    remedy: SHOW_THE_PAGE,
  },
  more_asked: {
    title: 'Отправлен `prompt=none`, а пользователь разрешил не все эти права',
    remedy: `Запросите то, что в последнем ответе с токенами названо \`scope\`. Чтобы получить больше: ${SHOW_THE_PAGE.replace('О', 'о')}`,
  },
  too_often: {
    title: 'Отправлен `prompt=none`, а приложение уже получило все коды этого пользователя на этот час',
    remedy:
      'Обновляйте токены токеном обновления: при этом тоже ничего не показывается. Администратор может разрешить приложению больше кодов для одного пользователя.',
  },
};

const ASK_AGAIN = 'Обновление не поможет. Забудьте токены и снова отправьте пользователя на страницу авторизации.';

const endings: { readonly [What in Extract<RefinedCause, { kind: 'ended' }>['what']]: CauseWords } = {
  account: { title: 'Аккаунт пользователя отключён или удалён', remedy: 'Обновление не поможет. Забудьте токены.' },
  application: { title: 'Приложение удалено', remedy: 'Обновление не поможет. Зарегистрируйте приложение заново.' },
  suspension: {
    title: 'Приложение приостановлено',
    remedy: 'Сохраните токены: когда приостановку снимут, неистёкшие снова заработают.',
  },
  consent: { title: 'Пользователь закрыл доступ приложению', remedy: ASK_AGAIN },
  term: { title: 'Срок доступа, который выбрал пользователь, истёк', remedy: ASK_AGAIN },
  family: { title: 'Всё, что было выдано по этой авторизации, отозвано', remedy: ASK_AGAIN },
  limit: { title: 'Авторизация достигла предельного срока', remedy: ASK_AGAIN },
  pair: { title: 'Этот ответ заменён более новым', remedy: 'Используйте токены из самого нового ответа.' },
  permissions: { title: 'Пользователь отозвал последнее право', remedy: ASK_AGAIN },
};

const scopes: { readonly [What in Extract<RefinedCause, { kind: 'scope' }>['what']]: CauseWords } = {
  malformed: {
    title: 'Права записаны неверно',
    remedy: 'Разделяйте названия пробелами, а не запятыми, и не ставьте кавычек.',
  },
  refused: {
    title: 'Приложению нельзя запрашивать это право',
    remedy: 'Сравните его с правами на странице приложения.',
  },
  unknown: {
    title: 'Такого права в этом сервисе нет',
    remedy: 'Сравните его с правами на странице приложения.',
  },
  not_allowed: {
    title: 'Право не отмечено для этого приложения',
    remedy: 'Отметьте его на странице приложения или уберите из запроса.',
  },
};

export const causes: CauseTexts = {
  address: ({ difference }) => ({ title: addresses[difference], remedy: SAME_URI }),
  challenge_missing: () => ({
    title: 'В запросе нет `code_challenge`',
    remedy:
      'Используйте PKCE: включите его в библиотеке или создайте случайный `code_verifier`, отправьте его SHA-256 как `code_challenge` вместе с `code_challenge_method=S256`, а сам verifier\u00a0— при обмене кода.',
  }),
  challenge_method: () => ({
    title: 'Принимается только `code_challenge_method` `S256`',
    remedy: 'Отправляйте SHA-256 от verifier в base64url как `code_challenge` и `code_challenge_method=S256`.',
  }),
  parameter_unfit: ({ parameter }) => ({
    title: `Такое значение \`${parameter}\` здесь не подходит`,
    remedy: unfit[parameter],
  }),
  must_ask: ({ why }) => asking[why],
  foreign_frame: () => ({
    title: '`prompt=none` отправлен во фрейме чужого сайта, а там никто никогда не вошёл',
    remedy:
      'Браузер не передаёт сессию в такой фрейм. Обновляйте токены токеном обновления: при этом тоже ничего не показывается. Или отправьте сюда всё окно.',
  }),
  no_redirect_uris: () => ({
    title: 'У этого приложения нет адресов возврата',
    remedy:
      'Служебное приложение получает токены по `grant_type=client_credentials`, и пользователей у него нет. Чтобы отправлять сюда пользователей, измените приложение: выберите другой вид и добавьте адрес возврата.',
  }),
  parameter_doubled: ({ parameter }) => ({
    title: `Параметр \`${parameter}\` отправлен несколько раз`,
    remedy: 'Отправляйте его один раз. Возможно, библиотека добавляет его рядом с вашим.',
  }),
  parameter_missing: ({ parameter }) => ({ title: `Нет параметра \`${parameter}\``, remedy: 'Отправьте его.' }),
  wrong_kind: ({ parameter, sent }) => ({
    title: `\`${parameter}\`\u00a0— это ${kinds[sent]}`,
    remedy: rightValue(parameter),
  }),
  cut: ({ parameter }) => ({
    title: `\`${parameter}\` обрезан`,
    remedy: 'Проверьте, что столбец, cookie или переменная, где он хранится, вмещает 64 символа.',
  }),
  changed: ({ parameter }) => ({
    title: `\`${parameter}\` изменился по дороге`,
    remedy: 'Отправляйте его ровно таким, каким получили: без кавычек и пробелов, раскодированным один раз.',
  }),
  foreign: ({ parameter }) => ({
    title: `\`${parameter}\` выдан не этим сервисом`,
    remedy: `${rightValue(parameter)} Проверьте, что обращаетесь к тому сервису, который его выдал.`,
  }),
  removed: ({ parameter }) => ({
    title: `Такого \`${parameter}\` здесь больше нет`,
    remedy: 'Он давно закончился или получен от другого сервиса. Снова спросите пользователя.',
  }),
  access_expired: () => ({ title: 'Токен доступа истёк', remedy: 'Обновите его и повторите запрос один раз.' }),
  access_replaced: () => ({
    title: 'Токен доступа заменён более новым',
    remedy: 'Используйте токен доступа из самого нового ответа во всех процессах, которые им пользуются.',
  }),
  ended: ({ what }) => endings[what],
  unapproved: () => ({
    title: 'Приложение не одобрено',
    remedy:
      'Дождитесь решения администратора: что с ним, сказано на странице приложения. До тех пор дать ему доступ может только владелец.',
  }),
  suspended: () => ({
    title: 'Приложение приостановлено',
    remedy:
      'Причина указана на его странице. Сохраните токены: когда приостановку снимут, те, что не истекли, снова заработают.',
  }),
  scope: ({ what }) => scopes[what],
  revoked_itself: () => ({ title: 'Приложение само отозвало токен', remedy: ASK_AGAIN }),
};
