/** The first page: what this service is, and the next step for whoever looks at it. */
import { decisionFrame, deskFrame, type Shell } from './frame.ts';
import { type Html, html } from './html.ts';
import { buttonLink } from './parts/button.ts';
import { counted } from './parts/moment.ts';
import { named } from './parts/name.ts';
import { notice } from './parts/notice.ts';

export interface Welcome {
  /** Whether strangers may create an account. */
  readonly signUpIsOpen: boolean;
}

/** For a stranger. */
export function welcomePage(shell: Shell, welcome: Welcome): Html {
  return decisionFrame(shell, {
    title: 'Welcome',
    body: html`<h1>Your account, your say</h1>
<p>${named(shell.serviceName)} lets applications act for you, only with your permission and only as far as you allow. You can take any permission back at any time.</p>
<div class="actions column">
${buttonLink('/sign-in', 'primary', 'Sign in')}
${welcome.signUpIsOpen && buttonLink('/sign-up', 'secondary', 'Create an account')}
</div>`,
    below: html`<p>Building something? Sign in, register an application, and request your first token in minutes. The endpoints are listed in the <a href="/.well-known/oauth-authorization-server">service metadata</a>.</p>`,
  });
}

export interface Home {
  /** How many applications this account has registered. */
  readonly applicationCount: number;
  /** How many applications may act for this account. */
  readonly authorizedCount: number;
}

/** For somebody signed in. */
export function homePage(shell: Shell, home: Home): Html {
  return deskFrame(shell, {
    title: 'Home',
    place: 'home',
    heading: html`<h1>Welcome, ${named(shell.account?.nickname ?? '')}</h1>`,
    lead: 'What you build, and what may act for you.',
    body: html`<div class="doors">
<section class="panel door"><h2>Applications you build</h2>
<p>${
      home.applicationCount === 0
        ? 'Register an application to get its client_id and secret, and send your first user through.'
        : `You own ${counted(home.applicationCount, 'application')}.`
    }</p>
<div class="actions">${
      home.applicationCount === 0
        ? buttonLink('/oauth/applications/new', 'primary', 'Register application')
        : [
            buttonLink('/oauth/applications', 'secondary', 'Open applications'),
            buttonLink('/oauth/applications/new', 'quiet', 'Register application'),
          ]
    }</div></section>
<section class="panel door"><h2>Applications you use</h2>
<p>${
      home.authorizedCount === 0
        ? 'No application may act for you. Those you authorize will be listed, each with a way to remove its access.'
        : `${counted(home.authorizedCount, 'application')} may act for you.`
    }</p>
<div class="actions">${buttonLink('/oauth/authorized_applications', 'secondary', 'Review access')}</div></section>
</div>
${shell.account?.isAdmin === true && notice('info', html`You administer this service. Accounts, applications and events are managed on the server with <code>bin/latchkey</code>; run it without arguments to see its commands.`)}`,
  });
}
