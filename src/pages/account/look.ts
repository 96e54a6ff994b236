/** Language and theme as choices, for everybody: a page of the account, or a card for visitors. */
import { LANGUAGES, type Language } from '../../protocol/people/language.ts';
import { THEMES, type Theme } from '../../protocol/people/look.ts';
import { decisionFrame, type PageContext, workspaceFrame } from '../frame.ts';
import { type Html, html } from '../html.ts';
import { button } from '../parts/button.ts';
import { choice, choiceGroup } from '../parts/field.ts';
import { postForm } from '../parts/form.ts';
import { accountTabs } from './tabs.ts';

interface LookChoices {
  /** Null where the browser decides. */
  readonly language: Language | null;
  readonly theme: Theme;
  readonly returnTo: string;
}

export function lookPage(context: PageContext, look: LookChoices): Html {
  const { text, account } = context;
  const words = text.look;
  if (account !== null) {
    return workspaceFrame(context, {
      title: words.title,
      navItem: 'account',
      lead: words.leadAccount,
      tabs: accountTabs(text, 'look'),
      body: html`<section class="section">${lookForm(context, look)}</section>`,
    });
  }
  return decisionFrame(context, {
    title: words.title,
    body: html`<h1>${words.title}</h1><p>${words.lead}</p>
${lookForm(context, look)}`,
  });
}

function lookForm(context: PageContext, { language, theme, returnTo }: LookChoices): Html {
  const { text } = context;
  const words = text.look;
  const languages = [null, ...LANGUAGES].map((each) =>
    choice({
      type: 'radio',
      id: `language_${each ?? 'auto'}`,
      name: 'language',
      value: each ?? 'auto',
      checked: each === language,
      // Each language in its own words, so that everybody finds theirs.
      title: each === null ? words.browserDecides : html`<span lang="${each}">${words.languages[each]}</span>`,
    }),
  );
  const themes = THEMES.map((each) =>
    choice({
      type: 'radio',
      id: `theme_${each}`,
      name: 'theme',
      value: each,
      checked: each === theme,
      title: words.themes[each],
    }),
  );
  return postForm(context, {
    action: '/look',
    class: 'stack narrow',
    hidden: [['return_to', returnTo]],
    body: html`${choiceGroup(text, { id: 'language', legend: words.language, choices: languages })}
${choiceGroup(text, { id: 'theme', legend: words.theme, choices: themes })}
<div class="actions">${button({ weight: 'primary', label: words.save })}</div>`,
  });
}
