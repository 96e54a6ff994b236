/** The public profile of an account: what its owner wrote, and nothing about how the owner uses it. */
import { decisionFrame, type PageContext } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { day } from '../parts/moment.ts';
import { named, webLink } from '../parts/name.ts';
import { type Face, portrait } from '../parts/picture.ts';

interface PublicProfile extends Face {
  readonly nickname: string;
  readonly name: string | null;
  readonly website: string | null;
  readonly createdAt: number;
}

export function publicProfilePage(context: PageContext, profile: PublicProfile): Html {
  const words = context.text.publicProfile;
  return decisionFrame(context, {
    title: profile.nickname,
    body: html`<div class="portrait">${portrait(profile, 'large')}
<h1>${named(profile.nickname)}</h1>
${profile.name !== null && html`<p class="portrait-name">${named(profile.name)}</p>`}</div>
<dl class="facts">
${profile.website !== null && html`<div><dt>${words.website}</dt><dd>${webLink(profile.website)}</dd></div>`}
<div><dt>${words.since}</dt><dd>${day(context, profile.createdAt)}</dd></div>
</dl>`,
    // Their owners come here to see what others see.
    ...(context.account?.id === profile.id && { below: html`<p><a href="/account">${words.edit}</a></p>` }),
  });
}
