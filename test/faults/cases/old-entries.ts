import { findTimescale } from '@app/testing';
import { BOTH, type Fault, must } from '../fault.js';
import { untilDrained } from '../oracle.js';
import { Producer } from '../producer.js';

const DAY_MS = 86_400_000;
const DAYS = 30;
const COMPRESS = `SELECT count(*)::int AS chunks
  FROM (SELECT compress_chunk(c, if_not_compressed => true) FROM show_chunks('visits') c) AS all_chunks`;
const COMPRESSED = `SELECT count(*)::int AS chunks FROM timescaledb_information.chunks
  WHERE hypertable_name = 'visits' AND is_compressed`;

export const oldEntries: Fault = {
  id: '18',
  name: 'entries of last year, compressed chunks',
  queues: BOTH,
  missing: () => {
    const found = findTimescale();
    return typeof found === 'string' ? `there is ${found}` : undefined;
  },
  stage: () => ({ flavour: 'timescale' }),
  run: async ({ stage, times, note }) => {
    const lastYear = Date.now() - 365 * DAY_MS;
    const time = (index: number) => lastYear + (index % DAYS) * DAY_MS + index;
    const producer = new Producer(stage, { entries: 300, time });
    const today = new Producer(stage);
    const batches = times(20);
    await producer.sendMany(batches);
    await untilDrained(stage);
    await stage.database.query(COMPRESS);
    const [row] = await stage.database.query<{ chunks: number }>(COMPRESSED);
    must((row?.chunks ?? 0) > 0, 'No chunk is compressed');
    await producer.sendMany(batches);
    await today.sendMany(batches);
    note(`${row?.chunks} chunks were compressed when the second half came`);
    return [producer, today];
  },
};
