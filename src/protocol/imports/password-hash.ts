/** Password hashes as other programs write them, turned into the few spellings that can be checked here. */

/** Django and Spring write before a hash which of their programs checks it. */
const LABEL = /^(?:argon2(?=\$argon2)|bcrypt\$(?=\$2)|\{(?:argon2|bcrypt)(?:@\w{1,40})?\}(?=\$))/;

/** Whether this says that there is no password: nothing, or what Django writes for people who sign in elsewhere. */
export function isNoHash(text: string): boolean {
  return text === '' || text.startsWith('!');
}

/**
 * Undefined for what is no hash of a known family. bcrypt and argon2 have one spelling everywhere, behind a label or none;
 * PBKDF2 and scrypt are written by passlib, Django, Werkzeug and as PHC strings. Whether the costs are bearable is judged elsewhere
 * (passwords/foreign.ts).
 */
export function canonicalHash(written: string): string | undefined {
  const text = written.replace(LABEL, '');
  if (/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(text)) return text;
  if (/^\$argon2(id|i|d)\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/.test(text)) return text;
  return pbkdf2Hash(text) ?? scryptHash(text);
}

function pbkdf2Hash(text: string): string | undefined {
  const phc =
    /^\$pbkdf2(?:-(sha1|sha256|sha512))?\$(?:i=)?(\d+)(?:,l=\d+)?\$([A-Za-z0-9./+]+)\$([A-Za-z0-9./+]+)$/.exec(text);
  if (phc) {
    const [, digest = 'sha1', rounds, salt = '', tag = ''] = phc;
    return `$pbkdf2-${digest}$i=${rounds}$${standard(salt)}$${standard(tag)}`;
  }
  const django = /^pbkdf2_(sha1|sha256|sha512)\$(\d+)\$([^$]+)\$([A-Za-z0-9+/]+=*)$/.exec(text);
  if (django) {
    const [, digest, rounds, salt = '', tag = ''] = django;
    return `$pbkdf2-${digest}$i=${rounds}$${ofText(salt)}$${tag.replace(/=+$/, '')}`;
  }
  const werkzeug = /^pbkdf2:(sha1|sha256|sha512):(\d+)\$([^$]+)\$([0-9a-f]+)$/.exec(text);
  if (!werkzeug) return undefined;
  const [, digest, rounds, salt = '', tag = ''] = werkzeug;
  return `$pbkdf2-${digest}$i=${rounds}$${ofText(salt)}$${ofHex(tag)}`;
}

function scryptHash(text: string): string | undefined {
  const phc = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9./+]+)\$([A-Za-z0-9./+]+)$/.exec(text);
  if (phc) {
    const [, ln, r, p, salt = '', tag = ''] = phc;
    return `$scrypt$ln=${ln},r=${r},p=${p}$${standard(salt)}$${standard(tag)}`;
  }
  const django = /^scrypt\$(\d+)\$([^$]+)\$(\d+)\$(\d+)\$([A-Za-z0-9+/]+=*)$/.exec(text);
  if (django) {
    const [, n, salt = '', r, p, tag = ''] = django;
    return costOf(n, r, p, `${ofText(salt)}$${tag.replace(/=+$/, '')}`);
  }
  const werkzeug = /^scrypt:(\d+):(\d+):(\d+)\$([^$]+)\$([0-9a-f]+)$/.exec(text);
  if (!werkzeug) return undefined;
  const [, n, r, p, salt = '', tag = ''] = werkzeug;
  return costOf(n, r, p, `${ofText(salt)}$${ofHex(tag)}`);
}

/** The number of rounds is a power of two, and kept as its exponent. */
function costOf(n = '', r = '', p = '', rest = ''): string | undefined {
  const exponent = Math.log2(Number(n));
  return Number.isInteger(exponent) ? `$scrypt$ln=${exponent},r=${r},p=${p}$${rest}` : undefined;
}

/** passlib writes a dot where base64 has a plus. */
function standard(text: string): string {
  return text.replaceAll('.', '+');
}

function ofText(salt: string): string {
  return Buffer.from(salt, 'utf8').toString('base64').replace(/=+$/, '');
}

function ofHex(tag: string): string {
  return Buffer.from(tag, 'hex').toString('base64').replace(/=+$/, '');
}
