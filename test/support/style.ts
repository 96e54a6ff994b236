/** The house style that no linter knows, as functions from a file to its faults. */
import { codeOnly, withoutComments } from './code-only.ts';
import type { SourceFile } from './source-files.ts';

const LONGEST_FILE = 250;
const LONGEST_TEST = 400;

/** Assembled, so that this file does not break its own rules. */
const PROMISES = new RegExp(`\\b(${['TO', 'FIX', 'XX'].join('|')})(DO|ME|X)\\b(?! #\\d)`);
const MACHINE_PATH = new RegExp(`(^|[\\s"'\`(=:])/(${['home', 'root', 'work', 'Users'].join('|')})/[\\w.-]+`, 'm');
const BANNED_WORDS = 'helpers?|utils?|common|shared|misc|base|manager';
const BANNED_FILE = new RegExp(`(^|[/-])(${BANNED_WORDS})(\\.|-)`);
const BANNED_NAME = new RegExp(
  `\\b(?:function|const|let|class|interface|type)\\s+((?:${BANNED_WORDS}|data|info|obj|tmp)|\\w+(?:Helpers?|Utils?|Manager))\\b`,
);

type Rule = (file: SourceFile) => readonly string[];

export function faultsOfStyle(file: SourceFile): readonly string[] {
  const rules: readonly Rule[] = [
    promises,
    machinePaths,
    ...(isCode(file) ? CODE_RULES : []),
    ...(isProse(file) ? [references] : []),
  ];
  return rules.flatMap((rule) => rule(file).map((fault) => `${file.path}: ${fault}`));
}

const isCode = ({ path }: SourceFile): boolean => /^(src|test|scripts|bench)\/.*\.(ts|mjs)$/.test(path);
const isProse = ({ path }: SourceFile): boolean => path.endsWith('.md');

const promises: Rule = ({ text }) => (PROMISES.test(text) ? ['a promise of later work without an issue number'] : []);

const machinePaths: Rule = ({ text }) => {
  const found = MACHINE_PATH.exec(text);
  return found ? [`a path of one machine: ${found[0].trim()}`] : [];
};

const size: Rule = ({ path, text }) => {
  const lines = text.split('\n').length - 1;
  const most = path.startsWith('test/') ? LONGEST_TEST : LONGEST_FILE;
  return lines > most ? [`${lines} lines, ${most} at most`] : [];
};

/** The first thing in a file is one comment whose first line says in a sentence what the file does. */
const opening: Rule = ({ text }) => {
  const comment = /^(?:#![^\n]*\n)?\/\*\*\s(.*?)\*\//s.exec(text)?.[1];
  const sentence = (comment ?? '').replace(/^ \*/gm, '').trim();
  return /^[A-Z`].*[.:?]/s.test(sentence) ? [] : ['does not open with a comment that says what the file does'];
};

const names: Rule = ({ path, text }) => {
  const declared = BANNED_NAME.exec(codeOnly(text))?.[1];
  return [
    ...(BANNED_FILE.test(path) ? ['a file name that says nothing'] : []),
    ...(declared === undefined ? [] : [`a name that says nothing: ${declared}`]),
    ...(/[A-Z_]/.test(path.split('/').pop() ?? '') ? ['a file name that is not kebab-case'] : []),
  ];
};

const relativeImports: Rule = ({ text }) => {
  const named = [...withoutComments(text).matchAll(/(?:from|import\()\s*'(\.\.?\/[^']+)'/g)].map(
    ([, target = '']) => target,
  );
  return named
    .filter((target) => !/\.(ts|mjs|json)$/.test(target))
    .map((target) => `an import that names no file: ${target}`);
};

/** Nothing but errors and Html is a class. */
const classes: Rule = ({ text }) => {
  const found = [...codeOnly(text).matchAll(/^\s*(?:export )?(?:abstract )?class (\w+)(?: extends (\w+))?/gm)];
  const wrong = found.filter(([, name, parent]) => name !== 'Html' && !/Error$/.test(parent ?? ''));
  return wrong.map(([, name]) => `a class that is no error: ${name}`);
};

/**
 * V8 gives an object literal with a getter a shape of its own, which lives until all old objects are looked through, and with it
 * whatever the getter leads to. For what lives as long as the service that is no matter; these rooms make objects for a request.
 */
const getters: Rule = ({ path, text }) => {
  if (!/^src\/(endpoints|pages|grants|clients|accounts|tokens|protocol|http\/(browser|reading|replying))\//.test(path))
    return [];
  const found = [...codeOnly(text).matchAll(/^\s+get (\w+)\(\)/gm)];
  return found.map(([, name]) => `a getter on what may be made for every request: ${name}`);
};

/** A cast or a `!` overrules the compiler, so the line or one of the two before it says why that is right. */
const casts: Rule = ({ path, text }) => {
  if (path.startsWith('test/') || path.endsWith('.mjs')) return [];
  const lines = text.split('\n');
  const code = codeOnly(text).split('\n');
  const overrules = /[\w)\]>] as (?!const\b)[A-Za-z{(]|[\w)\]]!(?=[.[),;\s]|$)/;
  const isImport = /^\s*(import|export) |^\s+(type )?\w+ as \w+,?$/;
  return code.flatMap((line, index) => {
    if (!overrules.test(line) || isImport.test(line)) return [];
    const near = lines.slice(Math.max(0, index - 2), index + 1);
    return near.some((candidate) => /\/\/|\*/.test(candidate)) ? [] : [`line ${index + 1}: a cast without its reason`];
  });
};

/** A rule is cited as `RFC 6749 §4.1.3`, whole standards as `RFC 6749, 6750`; addresses spell it as they must. */
const references: Rule = ({ text }) => {
  const found = [
    ...text.matchAll(/(.?)\brfc[\s_-]*\d{3,5}\b(?:,? ?(?:section|sec\.|s\.|\d(?!\d{2,4}\b))| {2,}§| § |§)?/gi),
  ];
  const wrong = found.filter(([all, before]) => before !== '/' && !/^.?RFC \d{3,5}$/.test(all));
  return wrong.map(([all]) => `not the form of a reference: ${all.trim()}`);
};

/** Every test runs, always, or it is not there. */
const skipped: Rule = ({ path, text }) => {
  if (!path.startsWith('test/')) return [];
  return /\b(?:test|it|describe|suite)\.(?:skip|only|todo)\(|\b(?:skip|todo|only): (?:true|'|")/.test(text)
    ? ['a test that is skipped']
    : [];
};

/** A page's policy forbids it to run text as code, which is how the browser is asked a second time when the first says no. */
const askedInThePage: Rule = ({ text }) =>
  /\.waitForFunction\(/.test(text) ? ['a wait inside a page, which its policy refuses: ask it with eventually()'] : [];

const CODE_RULES: readonly Rule[] = [
  ...[size, opening, names, relativeImports, classes, getters],
  ...[casts, references, skipped, askedInThePage],
];
