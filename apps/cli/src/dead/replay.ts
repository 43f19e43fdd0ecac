import type { LogEntry } from '@app/contracts';
import { type AcceptedBatch, type LogQueue, packEntries } from '@app/queue';
import { DeadEntries, type DeadRowWithPayload } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { withQueue } from '../program/queue.js';
import { requireDead } from './dead.js';

export interface ReplayOptions {
  all?: boolean;
}

const AT_ONCE = 100;

export async function replayDead(
  dependencies: Dependencies,
  id: string | undefined,
  { all = false }: ReplayOptions,
): Promise<Answer> {
  if (all === (id !== undefined)) {
    throw new UsageError(`Give one id from \`${BOTGAUGE} dead list\`, or --all.`);
  }
  const ids = await withDatabase(dependencies, (pool) =>
    withQueue(dependencies, async (queue) => {
      const dead = new DeadEntries(pool);
      if (id !== undefined) {
        await replay(queue, dead, await requireDead(dead, id));
        return [id];
      }
      return replayAll(queue, dead);
    }),
  );
  const text =
    ids.length > 0
      ? `Replayed ${ids.length}. Entries that fail again come back: look at \`${BOTGAUGE} dead list\` in a minute.`
      : 'Nothing is dead.';
  return { document: { replayed: ids }, text };
}

/** Replays only what is there now. An entry that dies again in the meantime is left alone. */
async function replayAll(queue: LogQueue, dead: DeadEntries): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const page = await dead.listIds(ids.at(-1) ?? null, AT_ONCE);
    if (page.length === 0) break;
    ids.push(...page);
  }
  const replayed: string[] = [];
  for (const id of ids) {
    const row = await dead.find(id);
    // Somebody else has replayed or purged it.
    if (!row) continue;
    await replay(queue, dead, row);
    replayed.push(id);
  }
  return replayed;
}

/**
 * Adds the batch to the queue first. If the command is interrupted before the row is deleted, the
 * next replay makes the same batch again, and the ledger ignores it.
 */
async function replay(queue: LogQueue, dead: DeadEntries, row: DeadRowWithPayload): Promise<void> {
  const payload: unknown = JSON.parse(row.payload);
  if (row.kind === 'job') await queue.enqueueRaw(row.id, payload);
  else await queue.enqueue(asBatch(row, payload as LogEntry));
  await dead.delete(row.id);
}

/** There may be very many dead entries, so they do not hold up those that come in now. */
function asBatch(row: DeadRowWithPayload, entry: LogEntry): AcceptedBatch {
  const { id, internal_account_id: accountId, internal_website_id: websiteId } = row;
  if (accountId === null || websiteId === null) {
    throw new CommandError(
      `The dead entry ${id} does not name its account, so it cannot be replayed.`,
    );
  }
  const receivedAt = (row.received_at ?? row.failed_at).getTime();
  return { id, accountId, websiteId, receivedAt, entries: packEntries([entry]), turn: 'later' };
}
