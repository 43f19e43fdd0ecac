import fs from 'node:fs';
import path from 'node:path';
import { build, compiler, isBuilt, makeAll, removeOrphans, sources } from '../build.mjs';
import { withLock } from '../run/lock.mjs';
import { root } from '../run/root.mjs';

/**
 * Follows the sources of API, worker and command line, and keeps dist/ up to date with them. What
 * they contain is compared, so a change is found whatever has told of it, and is never missed.
 *
 * @returns a function that compiles what has changed since dist/ was made. It returns undefined when
 *   nothing has changed since it was last asked. Otherwise it returns the sources that changed, and
 *   the reasons why they do not compile; if there are any, dist/ stays as it is.
 * @throws ExpectedError when dist/ is out of date and cannot be built
 */
export async function followSources() {
  let compiled = contentsOfSources();
  let seen = compiled;
  if (!isBuilt()) await withLock('prepare', build);
  const compile = await compiler();
  return () =>
    withLock('prepare', () => {
      const now = contentsOfSources();
      if (changesBetween(seen, now).length === 0) return undefined;
      seen = now;
      const changed = changesBetween(compiled, now);
      const faults = makeAll(
        changed.filter((file) => now.has(file)),
        compile,
      );
      if (faults.length > 0) return { changed, faults };
      if (changed.some((file) => !now.has(file))) removeOrphans([...now.keys()]);
      compiled = now;
      return { changed, faults };
    });
}

function contentsOfSources() {
  const contents = new Map();
  for (const file of sources()) {
    try {
      contents.set(file, fs.readFileSync(path.join(root, file), 'utf8'));
    } catch (error) {
      // It was removed in this moment.
      if (error.code !== 'ENOENT') throw error;
    }
  }
  return contents;
}

/** Returns the files that are new, gone or different. */
function changesBetween(before, after) {
  const files = new Set([...before.keys(), ...after.keys()]);
  return [...files].filter((file) => before.get(file) !== after.get(file)).sort();
}
