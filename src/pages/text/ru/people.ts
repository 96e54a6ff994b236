/** Russian words of the pages on which an administrator creates, edits or deletes an account, and of links that sign somebody in. */
import { type Html, html } from '../../html.ts';
import type * as english from '../en/people.ts';
import { formats } from './formats.ts';

export const personCreation = {
  title: 'Создать аккаунт',
  lead: 'На следующей странице один раз появится ссылка для входа. Передайте её, и человек сам придумает пароль.',
  nicknameHint: 'С ним человек входит, его видят все.',
  emailHint: 'С ним тоже можно войти. Писем на него не приходит.',
  vouch: 'Адрес подтверждён',
  vouchExplained: 'Вы знаете, что он принадлежит этому человеку. Приложения увидят его подтверждённым.',
  submit: 'Создать аккаунт',
  back: 'Отмена',
} satisfies typeof english.personCreation;

export const personEdit = {
  link: 'Изменить аккаунт',
  title: (nickname: string) => `Изменить аккаунт ${nickname}`,
  heading: (nickname: Html) => html`Изменить аккаунт ${nickname}`,
  lead: 'В событиях безопасности человек увидит, что это изменил администратор.',
  nickname: 'Никнейм',
  nicknameHint: 'С ним человек входит. Если смените его, сообщите об этом.',
  email: 'Адрес электронной почты',
  emailHint: 'Новый адрес считается неподтверждённым. Отметить его как подтверждённый можно на странице аккаунта.',
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

export const signInLink = {
  shownTitle: (nickname: string) => `Ссылка для входа: ${nickname}`,
  shownHeading: (nickname: Html) => html`Ссылка для входа: ${nickname}`,
  newTitle: (nickname: string) => `Аккаунт ${nickname} создан`,
  newHeading: (nickname: Html) => html`Аккаунт ${nickname} создан`,
  newLead: (length: string) =>
    `Передайте эту ссылку. Она действует один раз и попросит придумать пароль; срок с этой минуты: ${length}.`,
  shownLead: (length: string) => `Действует один раз; срок с этой минуты: ${length}. Новая ссылка отменит эту.`,
  once: 'Больше вы её не увидите',
  link: 'Ссылка для входа',
  care: 'Кто её откроет, войдёт как этот человек. Передайте её так, чтобы никто больше не прочёл, и убедитесь, кто о ней просит.',
  backToPerson: 'Готово',
  title: (service: string) => `Вход в ${service}`,
  heading: (nickname: Html) => html`С возвращением, ${nickname}`,
  text: 'Эту ссылку создал для вас администратор. Она действует один раз.',
  newPassword: 'Новый пароль',
  newPasswordHint: (least: number) =>
    `Не короче ${least} символов. Оставьте поле пустым, чтобы сохранить прежний. Новый пароль завершит все остальные сеансы.`,
  submit: 'Войти',
  first: {
    heading: (nickname: Html) => html`Добро пожаловать, ${nickname}`,
    text: 'Эту ссылку создал для вас администратор. Она действует один раз. Придумайте пароль, с которым будете входить.',
    newPassword: 'Пароль',
    newPasswordHint: formats.counts({
      one: 'Не меньше # символа. Несколько не связанных между собой слов надёжны и легко запоминаются.',
      few: 'Не меньше # символов. Несколько не связанных между собой слов надёжны и легко запоминаются.',
      many: 'Не меньше # символов. Несколько не связанных между собой слов надёжны и легко запоминаются.',
    }),
    submit: 'Сохранить пароль и войти',
  },
  deadTitle: 'Эта ссылка больше не действует',
  deadText: 'Её уже использовали, её срок истёк или вместо неё создали другую. Попросите у администратора новую.',
  deadSignIn: 'Войти с паролем',
} satisfies typeof english.signInLink;
