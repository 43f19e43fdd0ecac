import { build, isBuilt } from '../build.mjs';
import { install, isInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { say } from './root.mjs';

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
