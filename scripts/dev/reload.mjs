import { programsUsing } from './programs.mjs';
import { listOf, reloadedLine } from './text.mjs';

/**
 * Returns a function that compiles what has changed, brings the schema up to date, starts again what
 * uses it, and tells all of that. What does not compile or start is tried again at the next change.
 *
 * @param stage that of the launcher
 * @param service its programs
 * @param compileChanges what `followSources` returned
 */
export function reloading({ config, terminal, stop }, service, compileChanges) {
  /** Those of `api` and `worker` that do not run what is compiled. */
  const stale = new Set();
  let isMigrated = true;

  async function migrate() {
    try {
      await service.migrate();
      isMigrated = true;
    } catch {
      // It may have been ended on purpose.
      stop.check();
      terminal.warn(
        `Not reloaded. A migration that was applied cannot be changed: to begin with an empty database, stop, remove ${config.DATA_DIR}, and start again.`,
      );
    }
  }

  async function restart(program) {
    try {
      await service[program].restart();
      stale.delete(program);
    } catch (error) {
      stop.check();
      terminal.warn(`${error.message} It is started again at the next change.`);
    }
  }

  return async () => {
    const begun = performance.now();
    const found = await compileChanges();
    if (!found) return;
    const { changed, faults } = found;
    if (faults.length > 0) {
      terminal.warn([...faults, 'Not reloaded. Correct the files named above.'].join('\n'));
      return;
    }
    const using = programsUsing(changed);
    for (const program of using) if (program in service) stale.add(program);
    if (changed.some((file) => file.endsWith('.sql'))) isMigrated = false;
    if (!isMigrated) await migrate();
    if (!isMigrated) return;
    const programs = [...stale].sort();
    await Promise.all(programs.map(restart));
    const up = programs.filter((program) => !stale.has(program));
    if (up.length > 0) terminal.print(reloadedLine(up, changed, performance.now() - begun));
    else if (using.includes('launcher') && programs.length === 0)
      terminal.print(`Stop \`npm run dev\` and start it again, for it uses ${listOf(changed)}`);
    else if (programs.length === 0) terminal.print(`Compiled: ${listOf(changed)}`);
  };
}
