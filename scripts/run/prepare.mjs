import path from 'node:path';
import { isBuilt } from '../build.mjs';
import { runQuietly } from './command.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { ExpectedError, root, say } from './root.mjs';

/**
 * Installs what is missing and builds what is out of date. It looks first without the lock, because a
 * folder that is ready may be read-only for this user.
 *
 * @param {import('./install.mjs').Scope} scope
 * @param {boolean} builds whether a build is wanted
 */
export async function prepare(scope, builds = true) {
  if (isInstalled(scope) && (!builds || isBuilt())) return;
  await withLock('prepare', async () => {
    if (!isInstalled(scope)) await install(scope);
    if (!builds || isBuilt()) return;
    say('Building…');
    await build();
  });
}

/**
 * Builds in a process of its own: compiler and bundlers take half a gigabyte, and this process stays
 * for as long as the service runs.
 *
 * @throws ExpectedError when the build fails, with its output, and when a stop was asked for
 */
async function build() {
  const script = path.join(root, 'scripts/build.mjs');
  const { status, output } = await runQuietly(process.execPath, [script], { ownScript: true });
  const message = output.trimEnd() || `The build ended with status ${status}.`;
  if (status !== 0) throw new ExpectedError(message, status);
}
