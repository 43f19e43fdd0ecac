import { list, textOf } from '../src/compose/sql.js';

/** Stands in migrations that follow from the description of roll-ups. */
export const WRITTEN =
  '-- Written by npm run statements, from libs/storage/src/roll-ups/roll-ups.ts.';

/** Returns columns one behind the other, on as many lines as they need. */
export const columns = (items: readonly string[], indent: string) =>
  textOf(list(items)).replaceAll('\n', `\n${indent}`);
