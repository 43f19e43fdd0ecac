import type { DeadEntries, DeadRowWithPayload } from '@app/storage';
import { CommandError } from '../program/command-error.js';

/** @throws CommandError when it is not there, or not any more */
export async function requireDead(dead: DeadEntries, id: string): Promise<DeadRowWithPayload> {
  const row = await dead.find(id);
  if (row) return row;
  throw new CommandError(
    `Nothing dead has the id ${id}: it was replayed or purged, or see the ids with \`botgauge dead list\`.`,
  );
}
