/** What Latchkey needs of the Node.js that runs it, asked of that Node.js itself: a build may lack what its version has. */
// Asked by its name: an import would load all that a part of Node.js has.
const crypto = process.getBuiltinModule?.('node:crypto') ?? {};

const OLDEST_SQLITE = [3, 51, 3];

/** Says in a line what is missing, or nothing. */
export function whatIsMissing() {
  if (typeof crypto.argon2 !== 'function') return 'it has no argon2 in node:crypto (OpenSSL 3.2 or later)';
  const { sqlite = '0' } = process.versions;
  if (isOlder(sqlite.split('.').map(Number), OLDEST_SQLITE))
    return `it has SQLite ${sqlite}, and ${OLDEST_SQLITE.join('.')} or later is needed`;
  return undefined;
}

function isOlder(version, least) {
  for (const [place, part] of least.entries()) {
    const found = version[place] ?? 0;
    if (found !== part) return found < part;
  }
  return false;
}
