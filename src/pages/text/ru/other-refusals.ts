/** Russian words for refused authorization requests and bearer tokens, and for every error that is sent. */
import type { refusals as english } from '../en/refusals.ts';

export const untrusted: (typeof english)['untrusted'] = {
  request_malformed: {
    means: 'Параметр неверно закодирован через %, не в `UTF-8` или содержит управляющий символ.',
    remedy: 'Составляйте адрес с помощью библиотеки.',
  },
  client_id_missing: { means: '`client_id` отсутствует или пуст.', remedy: 'Отправьте его.' },
  client_id_doubled: { means: '`client_id` отправлен дважды.', remedy: 'Отправьте его один раз.' },
  client_unknown: {
    means: 'Приложения с таким `client_id` нет или оно удалено.',
    remedy: 'Сравните `client_id` со страницей приложения.',
  },
  redirect_uri_missing: {
    means: '`redirect_uri` отсутствует или пуст. Он обязателен, даже если зарегистрирован только один.',
    remedy: 'Отправьте один из зарегистрированных адресов возврата.',
  },
  redirect_uri_doubled: { means: '`redirect_uri` отправлен дважды.', remedy: 'Отправьте его один раз.' },
  redirect_uri_unregistered: {
    means:
      '`redirect_uri` не совпадает посимвольно с зарегистрированным. Свободен только порт адреса этого компьютера.',
    remedy: 'Зарегистрируйте строку, показанную на странице, или отправьте зарегистрированную.',
  },
};

export const authorization: (typeof english)['authorization'] = {
  invalid_request: {
    means:
      'Параметр отсутствует, повторён или неверен: `response_type`, `response_mode`, `state`, `prompt` или `code_challenge`, который публичные приложения обязаны отправлять.',
    remedy: 'Параметр назван в `error_description`.',
  },
  access_denied: {
    means: 'Пользователь отказался.',
    remedy: 'Вежливо скажите об этом и предложите попробовать снова. Это не ошибка.',
  },
  unsupported_response_type: {
    means: '`response_type`\u00a0— не `code`. Неявного способа здесь нет.',
    remedy: 'Отправьте `response_type=code`.',
  },
  invalid_scope: {
    means: 'Право записано неверно, неизвестно этому сервису или не отмечено для этого приложения.',
    remedy: 'Разделяйте права пробелами и сравните их со страницей приложения.',
  },
  login_required: {
    means: 'Отправлено `prompt=none`, а никто не вошёл.',
    remedy: 'Отправьте пользователя сюда без `prompt=none`.',
  },
  consent_required: {
    means:
      'Отправлено `prompt=none`, а пользователь столько ещё не разрешал; публичное приложение без адреса `https` спрашивает всегда.',
    remedy: 'Отправьте пользователя сюда без `prompt=none`.',
  },
  request_not_supported: {
    means: 'Отправлен объект запроса (RFC 9101 §5).',
    remedy: 'Отправляйте обычные параметры.',
  },
  request_uri_not_supported: {
    means: 'Отправлена ссылка на объект запроса (RFC 9101 §5).',
    remedy: 'Отправляйте обычные параметры.',
  },
};

export const bearer: (typeof english)['bearer'] = {
  token_absent: {
    means: 'Нет заголовка `Authorization: Bearer`. Токен в строке запроса не читается.',
    remedy: 'Отправляйте токен доступа в заголовке.',
  },
  token_invalid: {
    means: 'Токен доступа неизвестен, записан неверно, истёк, отозван, или его замену уже использовали.',
    remedy: 'Обновите токен, затем попробуйте ещё раз.',
  },
  scope_missing: {
    means: 'Токен действует, но пользователь не дал права, нужного этому адресу.',
    remedy: 'Отправьте пользователя на страницу авторизации с этим правом. Обновление не поможет.',
  },
  account_missing: {
    means: 'Токен выдан самому приложению (`client_credentials`); за ним нет пользователя.',
    remedy: 'Используйте токен, который дал пользователь.',
  },
};

export const error: (typeof english)['error'] = {
  invalid_request: {
    means: 'Запрос не удалось понять: параметр отсутствует, повторён или записан неверно.',
    remedy: 'Параметр назван в описании, которое пришло вместе с ошибкой.',
  },
  invalid_client: {
    means: 'Приложение не смогло подтвердить себя: оно неизвестно, или данных нет, или они неверны.',
    remedy: 'Сравните `client_id` и конец секрета со страницей приложения.',
  },
  invalid_grant: {
    means:
      'Код или токен обновления неизвестен, использован, истёк или отозван, принадлежит другому приложению или не подходит к `redirect_uri` или `code_verifier` запроса.',
    remedy:
      'При обновлении: забудьте токены и спросите пользователя снова. При обмене: начните со страницы авторизации.',
  },
  unauthorized_client: {
    means: 'Приложению нельзя получать токены таким способом, или администратор его приостановил.',
    remedy: 'Что именно, сказано в описании, которое пришло с ошибкой. Подробности на странице приложения.',
  },
  unsupported_grant_type: {
    means: 'Сервис не знает такого `grant_type`.',
    remedy: 'Используйте одно из значений `grant_types_supported` в метаданных сервиса.',
  },
  invalid_scope: {
    means: 'Право записано неверно, неизвестно, не разрешено приложению или шире, чем было дано.',
    remedy: 'Разделяйте права пробелами и сравните их со страницей приложения.',
  },
  user_agent_required: {
    means: 'Сервис требует заголовок `User-Agent`, а в запросе его не было.',
    remedy: 'Отправляйте имя приложения в `User-Agent`.',
  },
  temporarily_unavailable: {
    means: 'За минуту было слишком много запросов или слишком много отказов.',
    remedy: 'Подождите столько секунд, сколько указано в `Retry-After`.',
  },
  untrusted_request: {
    means:
      'Запрос авторизации называет неизвестное приложение или `redirect_uri`, который для него не зарегистрирован.',
    remedy: 'Отправьте один из зарегистрированных адресов возврата, посимвольно.',
  },
  access_denied: { means: 'Пользователь отказался.', remedy: 'Предложите попробовать снова. Это не ошибка.' },
  unsupported_response_type: {
    means: '`response_type`\u00a0— не `code`.',
    remedy: 'Отправьте `response_type=code`.',
  },
  login_required: {
    means: 'Отправлено `prompt=none`, а никто не вошёл.',
    remedy: 'Отправьте пользователя на страницу авторизации без `prompt=none`.',
  },
  consent_required: {
    means: 'Отправлено `prompt=none`, а пользователь столько ещё не разрешал.',
    remedy: 'Отправьте пользователя на страницу авторизации без `prompt=none`.',
  },
  request_not_supported: { means: 'Отправлен объект запроса.', remedy: 'Отправляйте обычные параметры.' },
  request_uri_not_supported: {
    means: 'Отправлена ссылка на объект запроса.',
    remedy: 'Отправляйте обычные параметры.',
  },
  invalid_token: {
    means: 'Токена доступа нет, он неизвестен, истёк или отозван.',
    remedy: 'Обновите токен, затем попробуйте ещё раз.',
  },
  insufficient_scope: {
    means: 'Токен доступа действует, но не для этого.',
    remedy: 'Запросите у пользователя право, названное в ответе.',
  },
};
