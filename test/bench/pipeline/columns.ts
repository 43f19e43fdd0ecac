// One run as a row of the table.
import { type Cell, percentile, round } from '../figures.js';
import type { Combination, Parts } from '../system.js';
import type { Figures } from './run.js';

export interface Result extends Combination {
  /** Entries per request. */
  batch: number;
  /** At full speed, and at part load. */
  full: Figures;
  part: Figures | undefined;
  /** Bytes of memory. */
  peaks: Parts;
  /** Rows per second by COPY. */
  copy: number;
}

const BYTES = 2 ** 20;

export const COLUMNS = [
  'flavour',
  'queue',
  'batch',
  'build',
  'accepted/s',
  'visible/s',
  'COPY/s',
  'ratio',
  '200 p50, p99 ms',
  'at part load: 200 p50, p99 ms',
  'visible after p50, p99 ms',
  'CPU s/million: API, worker, database, queue',
  'of it the coordinator',
  'bytes/visit',
  'WAL bytes/visit',
  'peak MiB: API, worker, database, queue',
];

const pair = (samples?: number[]) =>
  samples ? [0.5, 0.99].map((share) => round(percentile(samples, share))).join(', ') : '–';
const four = ({ api, worker, database, queue }: Parts, unit = 1) =>
  [api, worker, database, queue].map((value) => round(value / unit)).join(', ');

export function rowOf(result: Result): Cell[] {
  const { flavour, queue, batch, dist, full, part, peaks, copy } = result;
  return [
    flavour,
    queue,
    batch,
    dist,
    round(full.acceptedRate),
    round(full.rate),
    round(copy),
    `${round((full.rate / copy) * 100)} %`,
    pair(full.latencies),
    pair(part?.latencies),
    pair(part?.delays),
    four(full.cpu),
    round(full.cpu.coordinator),
    round(full.written.disk),
    round(full.written.wal),
    four(peaks, BYTES),
  ];
}
