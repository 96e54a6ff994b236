/** Russian words for every security event: in plain language for people, in the protocol's terms for developers. */
import { type Html, html } from '../../html.ts';
import type { DeveloperEventTexts, EventTexts, advice as englishAdvice } from '../en/events.ts';

// The word for application is declined; the name behind it stays as it is.
const declined = (word: Html) => (app: Html | null) => (app === null ? word : html`${word} ${app}`);
const initial = declined(html`Приложение`);
const nominative = declined(html`приложение`);
const genitive = declined(html`приложения`);
const dative = declined(html`приложению`);

export const events: EventTexts = {
  'account.created': () => html`Ваш аккаунт создан`,
  'account.signed_in': () => html`Вы вошли в аккаунт`,
  'account.sign_in_failed': () => html`Кто-то пытался войти в ваш аккаунт с неверным паролем`,
  'account.signed_out': () => html`Вы вышли из аккаунта`,
  'account.profile_changed': () => html`Ваш профиль изменён`,
  'account.email_changed': () => html`Ваш адрес электронной почты изменён`,
  'account.password_changed': () => html`Ваш пароль изменён`,
  'account.session_ended': () => html`Один из ваших сеансов завершён`,
  'account.signed_out_everywhere': () => html`Администратор завершил все ваши сеансы`,
  'account.data_downloaded': () => html`Скачана копия ваших данных`,
  'account.disabled': () => html`Администратор отключил ваш аккаунт`,
  'account.enabled': () => html`Администратор включил ваш аккаунт`,
  'account.made_administrator': () => html`Вы стали администратором этого сервиса`,
  'account.administration_ended': () => html`Вы больше не администратор этого сервиса`,
  'account.deleted': () => html`Ваш аккаунт удалён`,
  'application.created': (app) => html`Вы зарегистрировали ${nominative(app)}`,
  'application.changed': (app) => html`Настройки ${genitive(app)} изменены`,
  'application.deleted': (app) => html`${initial(app)} удалено, весь его доступ прекращён`,
  'application.secret_added': (app) => html`Для ${genitive(app)} добавлен секрет`,
  'application.secret_removed': (app) => html`Секрет ${genitive(app)} удалён`,
  'application.secret_rotated': (app) => html`Секрет ${genitive(app)} заменён новым`,
  'application.secret_leaked': (app) =>
    html`Секрет ${genitive(app)} найден там, где его могли прочесть посторонние, и больше не действует`,
  'application.logo_changed': (app) => html`Логотип ${genitive(app)} изменён`,
  'application.tokens_revoked': (app) => html`Весь доступ ${genitive(app)} прекращён`,
  'application.transfer_offered': (app) => html`Вы предложили ${nominative(app)} другому аккаунту`,
  'application.transfer_withdrawn': (app) => html`Предложение передать ${nominative(app)} другому аккаунту отозвано`,
  'application.transfer_declined': (app) => html`Аккаунт, которому вы предложили ${nominative(app)}, отказался`,
  'application.transfer_accepted': (app) => html`Вы приняли ${nominative(app)}`,
  'application.transferred': (app) => html`${initial(app)} теперь принадлежит другому аккаунту`,
  'application.suspended': (app) => html`Администратор приостановил ${nominative(app)}`,
  'application.suspension_lifted': (app) => html`Администратор возобновил работу ${genitive(app)}`,
  'application.authentication_failed': (app) => html`Кто-то использовал неверный секрет ${genitive(app)}`,
  'consent.given': (app) => html`Вы дали ${dative(app)} доступ к своему аккаунту`,
  'consent.denied': (app) => html`Вы отказали ${dative(app)} в доступе к своему аккаунту`,
  'consent.revoked': (app) => html`Доступ ${genitive(app)} к вашему аккаунту отозван`,
  'consent.narrowed': (app) => html`Вы отозвали одно из разрешений ${genitive(app)}`,
  'code.issued': (app) => html`${initial(app)} получило одноразовый код для вашего аккаунта`,
  'code.exchanged': (app) => html`${initial(app)} использовало одноразовый код и получило доступ`,
  'code.refused': (app) => html`${initial(app)} предъявило неподходящий одноразовый код и ничего не получило`,
  'code.replayed': (app) =>
    html`Одноразовый код ${genitive(app)} использован дважды, поэтому полученный по нему доступ прекращён`,
  'code.leaked': (app) =>
    html`Одноразовый код ${genitive(app)} найден там, где его могли прочесть посторонние, и больше не действует`,
  'token.issued': (app) => html`${initial(app)} получило доступ к вашему аккаунту`,
  'token.refreshed': (app) => html`${initial(app)} продлило свой доступ`,
  'token.retried': (app) => html`${initial(app)} повторно запросило продление доступа, потому что ответ был потерян`,
  'token.refused': (app) => html`${initial(app)} не смогло продлить свой доступ`,
  'token.reuse_detected': (app) =>
    html`Использованный ключ ${genitive(app)} предъявлен снова, поэтому его доступ к вашему аккаунту прекращён`,
  'token.revoked': (app) => html`${initial(app)} отказалось от своего доступа`,
  'token.leaked': (app) =>
    html`Ключ ${genitive(app)} найден там, где его могли прочесть посторонние, поэтому его доступ к вашему аккаунту прекращён`,
  'playground.access_expired': (app) => html`Во время проверки вы намеренно прервали доступ ${genitive(app)}`,
  'playground.leeway_ended': (app) => html`Во время проверки вы намеренно прервали отсрочку ключа ${genitive(app)}`,
  'administration.person_viewed': () => html`Администратор просмотрел ваш аккаунт`,
  'administration.events_read': () => html`Администратор просмотрел события безопасности вашего аккаунта`,
  'limit.reached': () => html`Было слишком много попыток, дальнейшие на время приостановлены`,
  'setup.link_printed': () => html`Выведена ссылка для создания первого администратора`,
  'setup.completed': () => html`Создан первый администратор`,
};

export const advice = {
  stolen:
    'Возможно, его копия попала в чужие руки. Разрешайте доступ этому приложению снова, только если доверяете ему.',
  leaked: 'Им больше никто не воспользуется. Разрешайте доступ снова, только если доверяете приложению хранить ключи.',
  secret: 'Приложение больше не может войти с ним: добавьте новый секрет и выясните, как утёк старый.',
  guessed: 'Если это были не вы, войти никому не удалось. Если такое повторяется, выберите пароль подлиннее.',
  changed: 'Если это были не вы, сейчас же смените пароль и завершите все остальные сеансы.',
} satisfies typeof englishAdvice;

export const developerEvents: DeveloperEventTexts = {
  'account.created': 'Аккаунт создан',
  'account.signed_in': 'Вход выполнен',
  'account.sign_in_failed': 'Вход не удался',
  'account.signed_out': 'Выход выполнен',
  'account.profile_changed': 'Профиль изменён',
  'account.email_changed': 'Адрес электронной почты изменён',
  'account.password_changed': 'Пароль изменён',
  'account.session_ended': 'Сеанс завершён',
  'account.signed_out_everywhere': 'Администратор завершил все сеансы',
  'account.data_downloaded': 'Скачана копия данных аккаунта',
  'account.disabled': 'Аккаунт отключён',
  'account.enabled': 'Аккаунт включён',
  'account.made_administrator': 'Назначен администратор',
  'account.administration_ended': 'Администратор снят',
  'account.deleted': 'Аккаунт удалён',
  'application.created': 'Приложение зарегистрировано',
  'application.changed': 'Настройки изменены',
  'application.deleted': 'Приложение удалено',
  'application.secret_added': 'Секрет добавлен',
  'application.secret_removed': 'Секрет удалён',
  'application.secret_rotated': 'Секрет заменён',
  'application.secret_leaked': 'Сообщили об утечке секрета; он удалён, собственные токены приложения отозваны',
  'application.logo_changed': 'Логотип изменён',
  'application.tokens_revoked': 'Все токены отозваны; пользователи должны разрешить доступ снова',
  'application.transfer_offered': 'Предложено другому аккаунту',
  'application.transfer_withdrawn': 'Предложение другому аккаунту отозвано',
  'application.transfer_declined': 'Другой аккаунт отказался',
  'application.transfer_accepted': 'Принято новым владельцем',
  'application.transferred': 'Передано прежним владельцем',
  'application.suspended': 'Приложение приостановлено администратором',
  'application.suspension_lifted':
    'Работа приложения возобновлена администратором; всё, срок чего не истёк, снова действует',
  'application.authentication_failed': 'Приложение не смогло подтвердить себя (invalid_client)',
  'consent.given': 'Пользователь разрешил доступ',
  'consent.denied': 'Пользователь отказал в доступе (access_denied)',
  'consent.revoked': 'Пользователь отозвал доступ; токены больше не действуют',
  'consent.narrowed': 'Пользователь отозвал одно из прав; токены теперь дают меньше',
  'code.issued': 'Код авторизации выдан',
  'code.exchanged': 'Код авторизации обменян на токены',
  'code.refused': 'Код авторизации отклонён (invalid_grant)',
  'code.replayed': 'Код авторизации использован дважды (invalid_grant); его токены отозваны',
  'code.leaked': 'Сообщили об утечке кода авторизации; обменять его больше нельзя',
  'token.issued': 'Токен доступа выдан',
  'token.refreshed': 'Токены обновлены',
  'token.retried':
    'Обновление повторено с тем же токеном обновления; разрешено, так как новая пара ещё не использована',
  'token.refused': 'Обновление отклонено (invalid_grant)',
  'token.reuse_detected':
    'Заменённый токен обновления использован снова (invalid_grant); все токены этой авторизации отозваны',
  'token.revoked': 'Приложение отозвало токен',
  'token.leaked': 'Сообщили об утечке токена; все токены этой авторизации отозваны',
  'playground.access_expired': 'Токен доступа намеренно сделан просроченным при проверке',
  'playground.leeway_ended': 'Отсрочка токена обновления намеренно прервана при проверке',
  'administration.person_viewed': 'Аккаунт просмотрен администратором',
  'administration.events_read': 'События просмотрены администратором',
  'limit.reached': 'Превышена допустимая частота запросов (429)',
  'setup.link_printed': 'Выведена ссылка для первой настройки',
  'setup.completed': 'Первая настройка завершена',
};
