import { statement } from '../database/statement.js';
import { unlessBusy } from './unless-busy.js';
import type { UpkeepTask } from './upkeep.js';

const PAUSE_MS = 60 * 60_000;

const MAKE = statement('upkeep/make_visit_partitions.citus');
const NOTE_KEPT_SINCE = statement('upkeep/note_kept_since.citus');
const DROP = statement('upkeep/drop_visit_partitions.citus');
const DROP_OTHERS = statement('upkeep/drop_other_visits.citus');

/**
 * Makes the partitions of visits for the coming weeks on Citus, and drops those that are over for so
 * long. Visits of other times are in a partition of their own, and are deleted day by day.
 *
 * @param options.retentionDays older raw visits are dropped; 0 keeps all of them
 */
export function visitPartitionsTask({ retentionDays = 0 } = {}): UpkeepTask {
  return {
    name: 'partitions',
    async *round(client) {
      let [made, dropped, deleted] = [0, 0, 0];
      // Who reads for long keeps the table busy. There are weeks in advance.
      await unlessBusy(client, async () => {
        const { rows } = await client.query<{ made: number }>(MAKE);
        made = rows[0]?.made ?? 0;
      });
      yield;
      if (retentionDays > 0 && (await client.query(NOTE_KEPT_SINCE, [retentionDays])).rowCount) {
        await unlessBusy(client, async () => {
          const { rows } = await client.query<{ dropped: number }>(DROP, [retentionDays]);
          dropped = rows[0]?.dropped ?? 0;
        });
        for (let rows = 1; rows > 0; deleted += rows) {
          yield;
          rows = (await client.query(DROP_OTHERS, [retentionDays])).rowCount ?? 0;
        }
      }
      const did = made + dropped + deleted > 0;
      return { pauseMs: PAUSE_MS, ...(did ? { done: { made, dropped, deleted } } : {}) };
    },
  };
}
