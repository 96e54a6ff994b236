/** Russian words for what is wrong with a field: why, and what to write instead. */
import type { faultCounts as englishCounts, FaultTexts, RedirectRuleTexts } from '../en/faults.ts';
import { pictureRules } from './application-tabs.ts';
import { formats } from './formats.ts';
import { webhookFaults } from './service/webhooks.ts';

/** In the genitive, which "no more than" requires. */
export const faultCounts = {
  characters: formats.counts({ one: '# символа', few: '# символов', many: '# символов' }),
  bytes: formats.counts({ one: '# байта', few: '# байт', many: '# байт' }),
  redirectUris: formats.counts({ one: '# адреса возврата', few: '# адресов возврата', many: '# адресов возврата' }),
  applications: formats.counts({ one: '# приложения', few: '# приложений', many: '# приложений' }),
} satisfies typeof englishCounts;
const { characters, bytes } = faultCounts;

export const redirectRules: RedirectRuleTexts = {
  empty: 'Адреса возврата нет: напишите его целиком, например https://app.example.com/callback.',
  too_long:
    'В адресе возврата может быть не больше 2048\u00a0байт: перенесите то, что делает его длинным, в параметр state.',
  forbidden_character:
    'В адресе возврата не может быть пробелов, переносов строки, невидимых символов, обратной косой черты и знаков " < > ^ ` { | }: закодируйте их через %.',
  broken_percent:
    'В адресе возврата после каждого знака % должны стоять две шестнадцатеричные цифры: сам знак % пишите как %25.',
  fragment: 'В адресе возврата не может быть фрагмента: удалите # и всё, что за ним.',
  wildcard: 'В адресе возврата не может быть подстановочного знака *: зарегистрируйте каждый адрес целиком.',
  relative: 'Адрес возврата должен быть полным: начните его с https:// или со схемы вашего приложения.',
  upper_case_scheme: 'Схема адреса сравнивается посимвольно: пишите http или https строчными буквами.',
  forbidden_scheme:
    'Эта схема может запускать код, открывать файлы или обращаться к другим программам: используйте https или собственную схему, например com.example.app:/callback.',
  missing_slash: 'После схемы в адресе возврата нужна косая черта: пишите https://host/path или com.example.app:/path.',
  bad_host:
    'Хост или порт в таком виде прочитать нельзя: используйте обычное имя хоста и порт до 65535, например https://app.example.com:8443/callback.',
  international_host: 'В имени хоста есть буквы не из ASCII: запишите его в форме ASCII, которая начинается с xn--.',
  userinfo: 'В адресе возврата не может быть имени пользователя и пароля: удалите то, что стоит перед @ в имени хоста.',
  bad_port: 'Порт локального адреса должен быть от 1 до 65535 или отсутствовать: подойдёт любой порт.',
  insecure_http:
    'Обычный http разрешён только для http://127.0.0.1, http://[::1] и http://localhost: используйте https.',
  own_address: 'Адрес возврата не может вести на этот же сервис: укажите адрес своего приложения.',
  reserved_parameter:
    'В параметрах адреса возврата не может быть code, state, error, error_description и iss: параметры с этими именами передаются в ответе.',
};

export const faults: FaultTexts = {
  name_missing: () => 'Введите название.',
  name_long: ({ most }) => `Здесь может быть не больше ${characters(most)}.`,
  name_hidden_characters: () => 'Здесь не может быть переносов строки и невидимых символов.',
  name_many_marks: () => 'Над одной буквой не может стоять столько знаков.',
  name_scripts: () => 'В одном слове нельзя смешивать буквы разных алфавитов, например латиницу и кириллицу.',
  description_long: ({ most }) => `В описании может быть не больше ${characters(most)}.`,
  description_hidden_characters: () => 'В описании не может быть невидимых символов.',
  web_address_long: ({ most }) => `В адресе может быть не больше ${characters(most)}.`,
  web_address_long_encoded: ({ most }) =>
    `В адресе после кодирования через % может быть не больше ${characters(most)}.`,
  web_address_scheme: () => 'Адрес начинается с https:// или http://.',
  web_address_unreadable: () => 'Этот адрес не удаётся прочитать: проверьте имя хоста и порт, который не больше 65535.',
  web_address_userinfo: () => 'В адресе не может быть имени пользователя и пароля.',
  web_address_insecure: () => 'Этот адрес начинается с https://, чтобы страницу никто не подменил по пути.',
  picture_address_scheme: () => 'Адрес изображения начинается с https://.',
  locale_malformed: () => 'Введите код языка, например en, ru или pt-BR.',

  nickname_length: ({ least, most }) => `В никнейме должно быть от ${least} до ${characters(most)}.`,
  nickname_at_sign: () => 'В никнейме не может быть знака @, чтобы его не приняли за адрес.',
  nickname_hidden_characters: () => 'В никнейме не может быть переносов строки и невидимых символов.',
  nickname_characters: () =>
    'Никнейм начинается с буквы или цифры и состоит из букв, цифр, знаков подчёркивания, точек, дефисов и одиночных пробелов.',
  nickname_scripts: () =>
    'В одном слове никнейма нельзя смешивать буквы разных алфавитов, например латиницу и кириллицу.',
  nickname_digits: () =>
    'Никнейм не может состоять из одних цифр, чтобы его не приняли за номер аккаунта. Добавьте букву.',
  nickname_reserved: () => 'Это имя оставлено за теми, кто управляет сервисом. Выберите другое.',
  nickname_taken: () => 'Этот никнейм или похожий на него уже занят.',
  email_long: ({ most }) => `В адресе электронной почты может быть не больше ${bytes(most)}.`,
  email_malformed: () => 'Введите адрес электронной почты, например name@example.com.',
  email_taken: () => 'Этот адрес электронной почты принадлежит другому аккаунту.',

  password_broken: () => 'В пароле есть повреждённые символы. Введите его снова.',
  password_short: ({ least }) =>
    `Нужно не меньше ${characters(least)}. Хорошее начало\u00a0— четыре-пять не связанных между собой слов.`,
  password_long: ({ most }) => `Может быть не больше ${characters(most)}.`,
  password_growing: () =>
    'В пароле есть символы, которые обозначают целые слова или несколько букв. Введите эти буквы.',
  password_repetitive: () => 'В пароле повторяются одни и те же символы. Используйте больше разных.',
  password_personal: () =>
    'Пароль составлен из вашего никнейма, адреса электронной почты или названия этого сервиса. Добавьте не связанные с ними слова.',
  password_well_known: () => 'Такой пароль слишком легко подобрать. Добавьте несколько не связанных между собой слов.',
  password_walk: () =>
    'Пароль идёт по алфавиту, по цифрам или по клавишам. Используйте вместо этого не связанные между собой слова.',

  application_name_reserved: () =>
    'Это название оставлено за самим сервисом. Выберите такое, которое с ним не спутают.',
  application_name_claims: () =>
    'Название не может утверждать, что приложение кем-то проверено: уберите галочки и слова вроде «официальное» или «verified».',
  redirect_uri_rule: ({ rule, others = [] }) => [rule, ...others].map((each) => redirectRules[each]).join(' '),
  redirect_uri_listed_twice: () => 'Этот адрес возврата указан дважды.',
  redirect_uris_missing: () => 'Добавьте хотя бы один адрес возврата.',
  redirect_uris_many: ({ most, count }) =>
    `У приложения может быть не больше ${faultCounts.redirectUris(most)}; здесь их ${count}.`,
  scopes_missing: () => 'Выберите хотя бы одно право.',
  required_scopes_foreign: ({ names }) =>
    `Обязательными могут быть только права приложения, а не ${names.map((name) => `«${name}»`).join(', ')}.`,
  scopes_unknown: ({ names }) => `В этом сервисе нет прав с именем ${names.map((name) => `«${name}»`).join(', ')}.`,
  applications_many: ({ most }) =>
    `В аккаунте может быть не больше ${faultCounts.applications(most)}. Удалите то, которое больше не нужно.`,
  picture_refused: ({ rule }) => pictureRules[rule],
  transfer_nickname_missing: () => 'Укажите никнейм другого аккаунта.',
  registration_forbidden: () =>
    'В этом сервисе у вашего аккаунта не может быть своих приложений. Обратитесь к оператору.',
  transfer_account_unknown: () => 'Аккаунта с таким никнеймом нет.',
  transfer_to_owner: () => 'Приложение уже принадлежит этому аккаунту.',
  client_id_taken: () => 'Приложение с таким client_id уже существует или существовало.',
  client_id_characters: () => 'В client_id должно быть от 1 до 255 печатных символов ASCII.',
  client_id_unreachable: () =>
    'Значение client_id не может быть «.», «..» или «new»: к приложению не вели бы ни страница, ни адрес API. Выберите другое.',
  client_id_reserved: () =>
    'Значение client_id не может начинаться с latchkey-api-: так начинаются учётные данные API.',
  client_secret_characters: () => 'В секрете должно быть от 1 до 255 печатных символов ASCII.',
  client_secret_of_public: () => 'У публичного приложения нет секрета.',

  nickname_or_email_missing: () => 'Введите никнейм или адрес электронной почты.',
  password_missing: () => 'Введите пароль.',
  password_wrong: () => 'Это не ваш пароль.',
  email_same: () => 'Это и есть ваш нынешний адрес. Введите новый.',
  password_same: () => 'Выберите пароль, который отличается от нынешнего.',
  nickname_differs: () => 'Это не ваш никнейм.',
  application_name_differs: () => 'Это не название приложения.',

  reason_missing: () => 'Введите причину.',
  reason_long: ({ most }) => `В причине может быть не больше ${characters(most)}.`,
  reason_hidden_characters: () => 'В причине не может быть невидимых символов.',
  person_nickname_differs: () => 'Это не никнейм этого аккаунта.',
  person_unknown: () => 'Никого с таким никнеймом, адресом почты или номером нет.',
  application_unknown: () => 'Приложения с таким client_id нет и не было.',
  date_unreadable: () => 'Введите день, например 2026-11-15.',
  dates_reversed: () => 'Этот день раньше первого дня периода.',
  limit_range: ({ most }) => `Введите целое число от 1 до ${most} или ничего, тогда действует обычное ограничение.`,

  identifier_missing: () => 'Введите идентификатор API, например https://api.example.org/.',
  identifier_long: ({ most }) => `В идентификаторе может быть не больше ${characters(most)}.`,
  identifier_fragment: () => 'В идентификаторе нет фрагмента: уберите # и всё, что после него.',
  identifier_malformed: () =>
    'Идентификатором служит полный URI символами ASCII без пробелов, имени пользователя и пароля, например https://api.example.org/.',
  identifier_unreadable: () =>
    'Имя хоста или порт в этом идентификаторе не удаётся прочитать. Проверьте их; порт не больше 65535.',
  identifier_own: () => 'Это адрес самого сервиса, регистрировать его не нужно.',
  identifier_taken: () => 'API с таким идентификатором уже есть.',
  seconds_range: ({ least, most }) => `Введите целое число секунд от ${least} до ${most} или оставьте поле пустым.`,
  resources_many: ({ most }) => `API уже ${most}. Удалите тот, который больше не нужен.`,
  resource_name_differs: () => 'Это не название API.',

  ...webhookFaults,
};
