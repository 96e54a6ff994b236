/** Russian words of the pages on which an administrator edits or deletes an account. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/people.ts';
import { formats } from './formats.ts';

export const personEdit = {
  link: 'Изменить аккаунт',
  title: (nickname: string) => `Изменить аккаунт ${nickname}`,
  heading: (nickname: Html) => html`Изменить аккаунт ${nickname}`,
  lead: 'В событиях безопасности человек увидит, что это изменил администратор.',
  nickname: 'Никнейм',
  nicknameHint: 'С ним человек входит. Если смените его, сообщите об этом.',
  email: 'Адрес электронной почты',
  emailHint: 'Новый адрес считается неподтверждённым.',
  name: 'Имя',
  website: 'Сайт',
  submit: 'Сохранить',
  back: 'Отмена',
} satisfies typeof english.personEdit;

export const personDeletion = {
  link: 'Удалить аккаунт',
  explained: 'Удаляет аккаунт навсегда, вместе с его приложениями. Чтобы закрыть вход на время, отключите аккаунт.',
  title: (nickname: string) => `Удалить аккаунт ${nickname}`,
  heading: (nickname: Html) => html`Удалить аккаунт ${nickname}`,
  lead: 'Прочитайте, что будет потеряно, и подтвердите никнеймом.',
  profileLost: 'Профиль, адрес электронной почты и пароль будут удалены, никнейм освободится.',
  sessionsLost: formats.counts({
    none: 'Открытых сеансов сейчас нет.',
    one: 'Сразу завершится # сеанс.',
    few: 'Сразу завершатся # сеанса.',
    many: 'Сразу завершатся # сеансов.',
  }),
  accessLost: formats.counts({
    none: 'Ни у одного приложения нет к нему доступа.',
    one: '# приложение потеряет доступ.',
    few: '# приложения потеряют доступ.',
    many: '# приложений потеряют доступ.',
  }),
  ownedStop: formats.counts({
    none: 'Собственных приложений у него нет.',
    one: '# собственное приложение сразу перестанет работать',
    few: '# собственных приложения сразу перестанут работать',
    many: '# собственных приложений сразу перестанут работать',
  }),
  ownedLost: (stop: string, users: string) => `${stop}; ${users}.`,
  administratorLost: 'Это администратор. Вы им остаётесь.',
  reason: 'Причина',
  reasonHint: 'Хранится вместе с событием, для администраторов. Человеку не сообщается.',
  submit: 'Удалить аккаунт',
  back: 'Оставить аккаунт',
} satisfies typeof english.personDeletion;
