import { setTimeout as sleep } from 'node:timers/promises';

type Undo = () => Promise<void>;

const notes = new Set<Undo>();
/** Something that does not end must not block everything else. */
const PATIENCE_MS = 20_000;

/**
 * Notes how to undo something that was started or made. Returns the function that undoes it once.
 * Whatever is still there when the suite or the program ends is undone then, so that a failure
 * leaves no process and no folder behind.
 */
export function undoneAtEnd(undo: () => unknown): Undo {
  let undone: Promise<void> | undefined;
  const once = () => {
    notes.delete(once);
    undone ??= Promise.resolve(undo()).then(() => undefined);
    return undone;
  };
  notes.add(once);
  return once;
}

/**
 * Undoes everything that is still noted, the last thing first. A step that fails or hangs does not
 * stop the others.
 */
export async function undoAll(): Promise<void> {
  for (const undo of [...notes].reverse()) {
    const patience = sleep(PATIENCE_MS, undefined, { ref: false });
    await Promise.race([undo().catch(() => undefined), patience]);
  }
}

/** The environment of Jest's suites calls this at the end of each: test/setup/environment.mjs */
(globalThis as { [name: symbol]: unknown })[Symbol.for('botgauge.undoAll')] = undoAll;
