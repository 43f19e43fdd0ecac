import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { copyCheckout, ROOT } from '../support/copy-checkout.js';

/**
 * A copy of the sources as they are now, with the packages and the build of the checkout. It is
 * removed at the end.
 */
export class CopyOfSources {
  private constructor(
    /** The root of the copy. */
    readonly root: string,
    /** A folder for what is written about the copy. It is removed with it. */
    readonly notes: string,
  ) {}

  /** @throws Error when the checkout is none of git */
  static make(): CopyOfSources {
    const folder = removedAtEnd(realpathSync(mkdtempSync(join(tmpdir(), 'botgauge-mutations-'))));
    const [root, notes] = [join(folder, 'sources'), join(folder, 'notes')];
    mkdirSync(notes);
    copyCheckout(root);
    cpSync(join(ROOT, 'dist'), join(root, 'dist'), { recursive: true });
    return new CopyOfSources(root, notes);
  }

  /** Makes the fault of a patch. Returns why it cannot be made, or undefined. */
  apply(patch: string): string | undefined {
    return applyPatch(this.root, patch);
  }

  /** Takes the fault of a patch away again. */
  revert(patch: string): void {
    const reason = applyPatch(this.root, patch, '--reverse');
    if (reason !== undefined) throw new Error(`A fault cannot be taken away again: ${reason}`);
  }
}

/** Returns why a patch does not apply to the checkout, or undefined when it does. */
export function whyNotApplicable(patch: string): string | undefined {
  return applyPatch(ROOT, patch, '--check');
}

function applyPatch(root: string, patch: string, ...options: string[]): string | undefined {
  // A repository above the copy must not be found: then git would leave the copy as it is.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) };
  try {
    execFileSync('git', ['apply', ...options], { cwd: root, env, input: patch, stdio: 'pipe' });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer };
    return stderr?.toString().trim() || message;
  }
}
