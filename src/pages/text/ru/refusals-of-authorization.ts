/** Russian words for what an authorization request was refused for. */
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
    means: 'Отправлено `prompt=none`, а пользователь столько ещё не разрешал; публичное приложение спрашивает всегда.',
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
