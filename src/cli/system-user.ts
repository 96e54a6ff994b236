/** Who runs this command, as the system knows it, for the audit log. */
import { userInfo } from 'node:os';

/** One process runs one command for one person. */
let invoker: string | undefined;

/** `sudo` and `doas` say for whom they run a program. Whoever may run one as root may also say otherwise. */
export function noteInvoker(env: Readonly<Record<string, string | undefined>>): void {
  const behind = env.SUDO_USER || env.DOAS_USER;
  const user = systemName();
  // It stands in parentheses, and ends where they do (protocol/audit/detail.ts).
  const named = behind && behind !== user ? `${behind} as ${user}` : user;
  invoker = named.replace(/[\p{Cc}()]/gu, '').slice(0, LONGEST_NAME);
}

/** Undefined before any command was called. */
export function invokerName(): string | undefined {
  return invoker;
}

const LONGEST_NAME = 100;

function systemName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that nobody has a name for.
    return `uid ${process.getuid?.() ?? '?'}`;
  }
}
