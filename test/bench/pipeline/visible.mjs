// When entries can be seen: what the ledger says counts in the reports from the same commit on.
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 25;
/** The ledger of small batches is long: to look at it as often would be a load of its own. */
const SMALL_BATCH = 10;
const SMALL_POLL_MS = 250;
/** Without a batch written for so long it is broken. */
const PATIENCE_MS = 60_000;
const WRITTEN = {
  name: 'written',
  text: 'SELECT coalesce(sum(entries), 0)::float8 AS entries FROM log_batches',
};

export async function written(client) {
  return (await client.query(WRITTEN)).rows[0].entries;
}

/** Watches the ledger until it has so many entries more than `before`; the times and counts that were seen. */
export async function watch(client, before, wanted, batch) {
  const pollMs = batch <= SMALL_BATCH ? SMALL_POLL_MS : POLL_MS;
  const seen = [{ time: Date.now(), entries: 0 }];
  let last = Date.now();
  while (seen.at(-1).entries < wanted) {
    const entries = (await written(client)) - before;
    const time = Date.now();
    if (entries > seen.at(-1).entries) {
      seen.push({ time, entries });
      last = time;
    }
    if (time - last > PATIENCE_MS) throw new Error(`${entries} of ${wanted} entries are written`);
    await sleep(pollMs);
  }
  return seen;
}

/**
 * Milliseconds from each 200 to the moment when as many entries were visible as had been accepted
 * by then: the queue is first in, first out.
 */
export function delays(accepted, batch, seen) {
  let place = 0;
  return accepted.map((time, index) => {
    while (seen[place].entries < Math.min((index + 1) * batch, seen.at(-1).entries)) place++;
    return Math.max(0, seen[place].time - time);
  });
}

/** All visits of today and yesterday that the reports of the websites show. */
export async function visitsInReports(base, key, websites) {
  const counts = await Promise.all(
    websites.flatMap(({ public_id: id }) =>
      ['today', 'yesterday'].map(async (period) => {
        const url = `${base}/api/v1/websites/${id}/summary?period=${period}`;
        const response = await fetch(url, { headers: { 'x-api-key': key } });
        const answer = await response.json();
        if (!response.ok) throw new Error(JSON.stringify(answer));
        return answer.data.total_visits;
      }),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
