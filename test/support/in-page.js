// Runs inside a page under test and tells what axe-core would judge there, so that the same is never judged twice.
'use strict';

globalThis.look = (() => {
  // Their values are names of somebody's choosing, in one language or another: only which of them are equal matters.
  const FREE = /^(?:lang|id|for|name|title|alt|aria-label|aria-labelledby|aria-describedby|aria-controls)$/;
  // Of these it only matters that they have a value.
  const FILLED = /^(?:value|href|src|action|datetime|download|data-.*)$/;
  const REFERRING = /^aria-(?:labelledby|describedby|controls)$/;
  // They move and colour things; what comes of that is asked of the browser.
  const DRAWN = /^(?:class|style|d|x|y|width|height|viewBox|cx|cy|r|rx|points|transform)$/;

  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
  // Something to push along, with nothing inside that the keyboard could reach.
  const isStrip = (element) =>
    element.scrollWidth > element.clientWidth &&
    /auto|scroll/.test(getComputedStyle(element).overflowX) &&
    element.querySelector('a, button, input, summary, [tabindex]') === null;

  // The page as axe-core sees it, apart from colours: what stands where, what is seen, and what refers to what.
  const shape = () => {
    const known = new Map();
    const numbered = (value) => {
      if (!known.has(value)) known.set(value, known.size);
      return known.get(value);
    };
    const told = [];
    for (const element of document.querySelectorAll('*')) {
      const attributes = [...element.attributes].map(({ name, value }) => {
        if (DRAWN.test(name)) return '';
        if (FILLED.test(name)) return `${name}=${value !== ''}`;
        if (!FREE.test(name) || value === '') return `${name}=${value}`;
        return `${name}=${REFERRING.test(name) ? value.split(' ').map(numbered) : numbered(value)}`;
      });
      const seen = `${isVisible(element) ? 'v' : ''}${isStrip(element) ? 's' : ''}${hasText(element) ? 't' : ''}`;
      told.push(`${element.parentElement?.childElementCount ?? 0}${element.tagName} ${attributes.join(' ')} ${seen}`);
    }
    return told.join('\n');
  };

  // Every pair of ink and paper on the page, with what decides how much contrast it needs.
  const colours = () => {
    const known = new Map();
    // What lies under an element lies under its children too, and is asked for once.
    const groundsOf = (element) => {
      if (!element) return '';
      if (known.has(element)) return known.get(element);
      const { backgroundColor, opacity } = getComputedStyle(element);
      const own = backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : ` on ${backgroundColor}`;
      const grounds = `${own}${opacity === '1' ? '' : ` on opacity ${opacity}`}${groundsOf(element.parentElement)}`;
      known.set(element, grounds);
      return grounds;
    };
    const pairs = new Set();
    for (const element of document.body.querySelectorAll('*')) {
      if (!hasText(element) || !isVisible(element)) continue;
      const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
      const link = element.closest('a') ? textDecorationLine : '';
      pairs.add(`${color}${groundsOf(element)} ${fontSize} ${fontWeight} ${link}`);
    }
    return [...pairs];
  };

  const rules = (list) => [...list].flatMap((rule) => [rule, ...(rule.cssRules ? rules(rule.cssRules) : [])]);

  // What the stylesheet does where scripts do not run, in a browser where they do, since axe-core is one.
  const scripting = (isOn) => {
    for (const rule of rules([...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]))) {
      if (!rule.media?.mediaText) continue;
      rule.first ??= rule.media.mediaText;
      if (!rule.first.includes('scripting')) continue;
      const [yes, no] = ['(min-width: 0px)', '(max-width: 0px)'];
      rule.media.mediaText = rule.first
        .replace('(scripting: none)', isOn ? no : yes)
        .replace('(scripting: enabled)', isOn ? yes : no);
    }
  };

  // Whether this look shows anything that no look before it has shown; a look that only hides has nothing new to judge.
  const shown = new Set();
  const isFresh = () => {
    const before = shown.size;
    for (const [index, element] of document.querySelectorAll('*').entries()) {
      if (isVisible(element)) shown.add(index);
      if (isStrip(element)) shown.add(`strip ${index}`);
    }
    return shown.size > before;
  };

  const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;

  const take = (isOn) => {
    scripting(isOn);
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    return { isFresh: isFresh(), isTooWide: isTooWide(), isDark };
  };

  return { take, shape, colours };
})();
