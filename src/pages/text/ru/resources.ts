/** Russian words of the administration of APIs that tokens are for. */
import { type Html, html } from '../../html.ts';
import type {
  resourceDeletion as englishDeletion,
  resourceForm as englishForm,
  resourceList as englishList,
  resourcePage as englishPage,
} from '../en/resources.ts';
import { formats } from './formats.ts';

export const resourceList = {
  title: 'API',
  lead: 'API, для которых выдаются токены этого сервиса. Каждый своими учётными данными спрашивает, действует ли токен.',
  add: 'Зарегистрировать API',
  name: 'Название',
  identifier: 'Идентификатор',
  scopes: 'Права',
  source: 'Кем описан',
  configured: 'настройками',
  made: 'администраторами',
  created: 'Зарегистрирован',
  protect: (link: (words: string) => Html) =>
    html`${link('Защита своего API')}: готовые программы и настройка прокси-сервера.`,
  emptyTitle: 'Ни один API не зарегистрирован',
  emptyText: 'Токены действуют только в самом сервисе. Зарегистрируйте API, чтобы и он мог проверять токены.',
} satisfies typeof englishList;

export const resourceForm = {
  newTitle: 'Новый API',
  newLead: 'Приложения называют его, когда запрашивают токены, а люди читают его название, когда дают доступ.',
  identifier: 'Идентификатор',
  identifierHint: html`Полный URI, например <code>https://api.example.org/</code>. Приложения отправляют его как <code>resource</code>, символ в символ; изменить его потом нельзя.`,
  name: 'Название',
  nameHint: 'Его читают на странице согласия.',
  scopes: 'Права',
  scopesHint: 'Какие права может нести токен для этого API. Они берутся из каталога сервиса.',
  seconds: 'Срок токенов доступа, в секундах',
  secondsHint: 'Пусто: как у всех остальных.',
  plainLegend: 'Токены без API',
  plain: 'Принимать и токены, в которых API не назван',
  plainText: html`Для площадки с единственным API, приложения которой не отправляют <code>resource</code>: токены с одним из его прав.`,
  newSubmit: 'Зарегистрировать API',
} satisfies typeof englishForm;

export const resourcePage = {
  identifier: 'Идентификатор',
  metadata: 'Метаданные (RFC 9728)',
  people: 'Сколько людей дали к нему доступ',
  credentials: 'Учётные данные',
  credentialsLead: 'С ними API спрашивает о токенах и узнаёт об отзыве. Больше они ничего не открывают.',
  noSecret: 'Секрета ещё нет, поэтому API не может спрашивать о токенах.',
  makeSecret: 'Создать секрет',
  settings: 'Настройки',
  configured: (setting: Html) => html`Этот API описан настройкой ${setting}. Меняйте его там.`,
  save: 'Сохранить настройки',
  remove: 'Удалить этот API',
  removeExplained: 'Все его токены сразу перестанут действовать. Сначала откроется страница с подтверждением.',
  back: 'Все API',
  secretTitle: 'Новый секрет',
  secretLead: (name: Html) => html`Сейчас же внесите его в настройки ${name}.`,
  goOn: 'Перейти к API',
} satisfies typeof englishPage;

export const resourceDeletion = {
  title: (name: string) => `Удалить ${name}`,
  heading: (name: Html) => html`Удалить ${name}`,
  lead: 'Он больше не сможет спрашивать о токенах, и токенов для него не будет.',
  peopleLost: formats.boundedCounts({
    none: 'Никто не давал к нему доступ.',
    one: 'Прекратится доступ, который дал # человек.',
    few: 'Прекратится доступ, который дали # человека.',
    many: 'Прекратится доступ, который дали # человек.',
  }),
  tokensLost: 'Все его токены перестанут действовать и не оживут, даже если зарегистрировать API снова.',
  submit: 'Удалить навсегда',
  back: 'Оставить',
} satisfies typeof englishDeletion;
