import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout in which the command was started. Nothing in it is changed. */
export const ROOT = join(import.meta.dirname, '..', '..');

const LARGEST_LIST_BYTES = 64 * 2 ** 20;

/**
 * Copies the sources of the checkout as they are now into a folder, and links its packages. The copy
 * is not built.
 *
 * @throws Error when the checkout is none of git
 */
export function copyCheckout(folder: string): void {
  for (const file of filesOf(ROOT)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
}

/** Returns why the checkout cannot be copied on this machine, or undefined. */
export function whyNoGit(): string | undefined {
  try {
    execFileSync('git', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'git is not in PATH';
  }
}

/** Files that git knows or would add. One that was removed and not yet committed is not there. */
function filesOf(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const list = execFileSync('git', args, { cwd: root, maxBuffer: LARGEST_LIST_BYTES });
  return list
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
}
