/** GET and POST /look: which language the pages speak and how they look, for visitors and accounts. */
import { findLive } from '../../accounts/find.ts';
import { changeProfile, type ProfileInput } from '../../accounts/profile.ts';
import { lookCookie, lookOf } from '../../http/browser/look.ts';
import { pageReply, problemReply } from '../../http/browser/page.ts';
import { leaveFor, type Visitor } from '../../http/browser/visitor.ts';
import type { Handler, Reply } from '../../http/route.ts';
import { lookPage } from '../../pages/account/look.ts';
import { chooseLanguage, type Language } from '../../protocol/people/language.ts';
import { readLanguage, readTheme } from '../../protocol/people/look.ts';
import type { Posted, VisitorContext } from '../needs.ts';

export const showLook: Handler<VisitorContext> = async (request, world, { visitor }) => {
  const { account, routes } = visitor;
  const look = lookOf(request, world);
  const language = account && account.locale !== '' ? chooseLanguage(account.locale, undefined) : look.language;
  const page = { language, theme: look.theme, returnTo: routes.localTarget(request.query.get('return_to')) };
  return pageReply(visitor, (context) => lookPage(context, page), { purpose: 'stranger' });
};

/** The browser remembers both. The language of an account is also its own, which applications are told. */
export const submitLook: Handler<Posted<VisitorContext>> = async (_request, world, { visitor, form }) => {
  const language = readLanguage(form.get('language'));
  const refused = await keepLanguage(visitor, language);
  if (refused) return refused;
  const target = visitor.routes.localTarget(form.get('return_to'));
  // The tab of the account is no station on the way to another page: it stays, and says what was done.
  const next = target === '/' && visitor.account ? '/look?done=look_saved' : target;
  return leaveFor(visitor, next, [lookCookie(world, { language, theme: readTheme(form.get('theme')) })]);
};

async function keepLanguage(visitor: Visitor, language: Language | null): Promise<Reply | undefined> {
  const { world, request } = visitor;
  const account = visitor.account && (await findLive(world, visitor.account.id));
  if (!account || account.locale === (language ?? '')) return undefined;
  const input = ({ nickname, name, website, avatarUrl }: ProfileInput) => {
    return { nickname, name, website, avatarUrl, locale: language ?? '' };
  };
  const answer = await changeProfile(world, account.id, { input, source: request.source });
  if (answer.ok || answer.refusal.reason !== 'limited') return undefined;
  return problemReply(visitor, { status: 429, retryAfterSeconds: answer.refusal.retryAfterSeconds });
}
