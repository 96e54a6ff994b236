/** Russian words for the findings of a diagnosis, for the developer whose request was refused. */
import type { AddressDifference } from '../../../protocol/clients/address-difference.ts';
import type { Cause } from '../../../protocol/diagnosis/finding.ts';
import type { Ending } from '../../../protocol/refusals/ending.ts';
import type { Shape, Wrapping } from '../../../protocol/refusals/presented.ts';
import { type Html, html } from '../../html.ts';
import { prose } from '../../parts/prose.ts';
import type { FindingTexts } from '../en/findings.ts';
import { formats } from './formats.ts';

const characters = formats.counts({ one: '# символ', few: '# символа', many: '# символов' });

const differences: { readonly [Name in AddressDifference]: string } = {
  space: 'Вместе с адресом вы отправили пробел или перенос строки.',
  quotes: 'Вы отправили адрес в кавычках.',
  encoded_whole: 'Адрес закодирован через % дважды.',
  scheme: 'Отличается схема: http и https\u00a0— это два разных адреса.',
  www_extra: 'Вы отправили `www.` перед именем хоста, а в ожидаемом адресе его нет.',
  www_missing: 'Вы отправили имя хоста без `www.`, а в ожидаемом адресе оно есть.',
  loopback_name:
    'Имена этого компьютера тоже сравниваются: `localhost`, `127.0.0.1` и `[::1]`\u00a0— три разных адреса.',
  host: 'Это другой хост.',
  port: 'Отличается порт.',
  slash_extra: 'Вы отправили косую черту в конце, а в ожидаемом адресе её нет.',
  slash_missing: 'Вы не отправили косую черту в конце, а в ожидаемом адресе она есть.',
  case: 'Отличаются прописные и строчные буквы, а адреса сравниваются посимвольно.',
  encoding: 'Одни и те же символы в одном адресе закодированы через %, а в другом записаны как есть.',
  path: 'Отличается путь.',
  query_extra: 'Вы отправили параметры после вопросительного знака, а в ожидаемом адресе их нет.',
  query_missing: 'В ожидаемом адресе есть параметры после вопросительного знака, а вы их не отправили.',
  query_order: 'Параметры после вопросительного знака те же, но в другом порядке.',
  query: 'Отличаются параметры после вопросительного знака.',
  fragment: 'Вы отправили часть после #, которой в адресе возврата быть не может.',
  other: 'Адреса отличаются отмеченными символами.',
};

const wrappings: { readonly [Name in Wrapping]: string } = {
  space: 'Внутри есть пробел, например перенос строки из файла.',
  quotes: 'Значение стоит в кавычках.',
  percent: 'Значение закодировано через %: раскодируйте его один раз или закодируйте на один раз меньше.',
  tail: 'К значению прилипло что-то ещё: оно продолжается знаком ?, & или #.',
};

const shapes: { readonly [Name in Shape]: (name: Html, length: number) => Html } = {
  whole: (name) =>
    html`${name} записан верно, но здесь ему ничего не соответствует: он удалён спустя долгое время после окончания срока или выдан другим сервисом.`,
  damaged: (name) => html`Длина ${name} верна, но по дороге изменён какой-то символ: контрольная сумма не сходится.`,
  short: (name, length) => html`${name} обрезан: в нём ${characters(length)} вместо 64.`,
  long: (name, length) => html`В ${name} ${characters(length)} вместо 64.`,
  access: (name) => html`В ${name} отправлен токен доступа.`,
  refresh: (name) => html`В ${name} отправлен токен обновления.`,
  code: (name) => html`В ${name} отправлен код авторизации.`,
  secret: (name) => html`В ${name} отправлен секрет приложения.`,
  foreign: (name, length) =>
    html`Этот сервис не выдавал такого ${name}: наши значения состоят из 64\u00a0символов и начинаются с lk, а в этом ${characters(length)}.`,
};

const endings: { readonly [What in Ending | 'permissions']: string } = {
  account: 'Аккаунт пользователя отключён или удалён.',
  application: 'Приложение удалено.',
  suspension: 'Администратор этого сервиса приостановил приложение.',
  consent: 'Доступ приложения отозван пользователем или за него.',
  term: 'Пользователь дал доступ до определённого времени, и оно прошло.',
  family: 'Всё, что получено по этой авторизации, отозвано.',
  limit: 'Авторизация достигла предельного срока.',
  pair: 'Отозвана только эта пара токенов: её заменил более новый ответ на то же обновление.',
  permissions: 'Пользователь отозвал последнее из прав.',
};

const becauses: { readonly [Why in Cause]: string } = {
  code_replayed: 'Её код авторизации был предъявлен второй раз.',
  refresh_token_reused: 'Её токен обновления был предъявлен после того, как использовали его замену.',
  leaked: 'Кто-то нашёл её токен там, где его могли прочесть посторонние, и сообщил об этом.',
  revoked_by_client: 'Приложение само отозвало её через адрес отзыва.',
  revoked_by_owner: 'Владелец приложения отозвал все его токены.',
  family_revoked_by_owner: 'Владелец приложения отозвал это семейство токенов.',
  revoked_by_operator: 'Её отозвал оператор сервиса.',
};

const faultsOfBasic = {
  base64: 'То, что следует за `Basic`,\u00a0— не `base64`.',
  colon: 'Между `client_id` и секретом нет двоеточия.',
  percent: 'Одна из половин не закодирована: знаки %, + и : нужно записать через % до `base64`.',
};

const rights = (names: readonly string[]) => (names.length > 1 ? 'прав' : 'права');

const by = (from: Html | null) => (from === null ? null : html`, ${from}`);

export const findings: FindingTexts = {
  difference: ({ name }) => prose(differences[name]),
  registered_now: () => html`Теперь этот адрес зарегистрирован: такой же запрос пройдёт.`,
  rule: ({ rule }, show) => html`В таком виде его нельзя зарегистрировать. ${show.rule(rule)}`,
  other_host: () =>
    html`Ни один из ваших зарегистрированных адресов не ведёт на этот хост. Запрос со своим адресом может отправить кто угодно: добавляйте его, только если он ваш.`,
  missing: ({ parameter }, show) => html`${show.code(parameter)} не отправлен.`,
  empty: ({ parameter }, show) => html`${show.code(parameter)} отправлен без значения.`,
  near: ({ sent, meant }, show) => html`Вы отправили ${show.code(sent)}. Возможно, имелся в виду ${show.code(meant)}?`,
  doubled: ({ parameter }, show) => html`${show.code(parameter)} отправлен больше одного раза.`,
  detail: ({ sentence }) => html`<code>error_description</code>: <span lang="en" dir="ltr">${sentence}</span>`,
  suspended_because: ({ sentence }) => html`Причина приостановки: <bdi>${sentence}</bdi>`,
  content_type: ({ received }, show) =>
    received === ''
      ? html`В запросе не было <code>Content-Type</code>.`
      : html`<code>Content-Type</code> был ${show.code(received)}.`,
  value_near: ({ sent, meant }, show) => html`Вы отправили ${show.code(sent)}, а здесь известно ${show.code(meant)}.`,
  retry_after: ({ seconds }, show) => html`Следующую попытку можно было сделать через ${show.length(seconds)}.`,
  basic: ({ fault }) => prose(faultsOfBasic[fault]),
  secret_removed: ({ suffix, at }, show) =>
    html`Это секрет ${show.code(`••••${suffix}`)}, который перестал действовать ${show.moment(at)}. Что-то его всё ещё использует.`,
  secret_elsewhere: ({ suffix, application }, show) =>
    html`Это секрет ${show.code(`••••${suffix}`)} другого вашего приложения, <bdi>${application}</bdi>.`,
  secret_wrapped: ({ suffix, wrapping }, show) =>
    html`Это секрет ${show.code(`••••${suffix}`)}, но не в чистом виде. ${wrappings[wrapping]}`,
  secret_is_id: () => html`На месте секрета отправлен <code>client_id</code>.`,
  secrets_live: ({ suffixes }, show) =>
    html`Действующие секреты оканчиваются на ${show.codes(suffixes.map((suffix) => `••••${suffix}`))}.`,
  shape: ({ parameter, shape, length }, show) => shapes[shape](show.code(parameter), length),
  wrapped: ({ wrapping }) => prose(wrappings[wrapping]),
  place: ({ place }) =>
    place === 'query'
      ? html`Токен отправлен в адресе после вопросительного знака, а там его не читают: адреса попадают в журналы.`
      : html`Токен отправлен без слова <code>Bearer</code> перед ним.`,
  expired: ({ at, agoSeconds, lifetimeSeconds }, show) =>
    html`Срок истёк ${show.moment(at)}, за ${show.length(agoSeconds)} до этого запроса. Действует ${show.length(lifetimeSeconds)}.`,
  ended: ({ what, at }, show) =>
    at === undefined ? html`${endings[what]}` : html`${endings[what]} Когда: ${show.moment(at)}.`,
  because: ({ because }) => prose(becauses[because]),
  caused_by: ({ traceId }, show) => html`Причиной стал запрос ${show.request(traceId)}.`,
  used_before: ({ at, earlierSeconds, source }, show) =>
    html`Код обменяли за ${show.earlier(earlierSeconds)} до этого запроса: ${show.moment(at)}${by(show.from(source))}. Токены того обмена отозваны.`,
  renewed: ({ at, earlierSeconds, source }, show) =>
    html`Токен обновления заменили за ${show.earlier(earlierSeconds)} до этого запроса: ${show.moment(at)}${by(show.from(source))}.`,
  superseded: ({ at, earlierSeconds, leewaySeconds }, show) =>
    html`Пару, которая его заменила, впервые использовали за ${show.earlier(earlierSeconds)} до этого запроса: ${show.moment(at)}. ${leewaySeconds > 0 ? `После этого старый токен обновления действовал ещё ${show.length(leewaySeconds)}.` : 'После этого старый токен обновления больше не действовал.'}`,
  replaced: ({ at, earlierSeconds }, show) =>
    html`Пару, которая его заменила, впервые использовали за ${show.earlier(earlierSeconds)} до этого запроса: ${show.moment(at)}. Старый токен доступа при этом сразу перестаёт действовать.`,
  hashes_differ: () =>
    html`<code>SHA-256</code> отправленного вами <code>code_verifier</code> не равен <code>code_challenge</code> из запроса авторизации.`,
  verifier_is_challenge: () =>
    html`В качестве <code>code_verifier</code> отправлен сам <code>code_challenge</code>: отправьте текст, из которого он вычислен.`,
  verifier_malformed: ({ length }) =>
    html`В <code>code_verifier</code> ${characters(length)}; должно быть от 43 до 128 букв, цифр или знаков - . _ ~.`,
  scope_unknown: ({ names }, show) => html`В этом сервисе нет ${rights(names)} ${show.codes(names)}.`,
  scope_not_allowed: ({ names }, show) =>
    html`Приложение не зарегистрировано для ${rights(names)} ${show.codes(names)}.`,
  scope_not_granted: ({ names }, show) => html`Пользователь не давал ${rights(names)} ${show.codes(names)}.`,
  scope_sign: ({ sign }, show) => html`Среди прав есть знак ${show.code(sign)}. Имена разделяются пробелами.`,
  scope_allowed_now: () => html`Теперь все они разрешены: такой же запрос пройдёт.`,
};
