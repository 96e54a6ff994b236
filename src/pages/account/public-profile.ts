/** The public profile of an account: what its owner wrote, and nothing about how the owner uses it. */
import { decisionFrame, type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { buttonLink } from '../parts/button.ts';
import { day } from '../parts/moment.ts';
import { named, webLink } from '../parts/name.ts';
import { type Face, portrait } from '../parts/picture.ts';

interface PublicProfile extends Face {
  readonly nickname: string;
  readonly name: string | null;
  readonly website: string | null;
  readonly createdAt: number;
}

/** Who is signed in keeps their places: the way to one's own stands on every page. */
export function publicProfilePage(context: PageContext, profile: PublicProfile): Html {
  const words = context.text.publicProfile;
  const title = profile.nickname;
  const facts = html`<dl class="facts">
${profile.website !== null && html`<div><dt>${words.website}</dt><dd>${webLink(profile.website)}</dd></div>`}
<div><dt>${words.since}</dt><dd>${day(context, profile.createdAt)}</dd></div>
</dl>`;
  if (context.account !== null) {
    return workspaceFrame(context, {
      title,
      heading: html`<div class="subject">${portrait(profile, 'large')}<div class="subject-words"><h1>${named(title)}</h1>
${profile.name !== null && html`<p class="subject-line">${named(profile.name)}</p>`}</div></div>`,
      // Their owners come here to see what others see.
      actions: context.account.id === profile.id && buttonLink('/account', 'secondary', words.edit),
      navItem: 'none',
      body: facts,
    });
  }
  return decisionFrame(context, {
    title,
    isOpen: true,
    body: html`<div class="portrait">${portrait(profile, 'large')}
<h1>${named(title)}</h1>
${profile.name !== null && html`<p class="portrait-name">${named(profile.name)}</p>`}</div>
${facts}`,
  });
}
