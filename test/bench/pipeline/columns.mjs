// One run as a row of the table.
import { percentile, round } from '../figures.mjs';

const BYTES = 2 ** 20;
const STORES = ['api', 'worker', 'database', 'queue'];

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
  'bytes/visit',
  'peak MiB: API, worker, database, queue',
];

const pair = (samples) =>
  samples ? [0.5, 0.99].map((share) => round(percentile(samples, share))).join(', ') : '–';
const four = (values, unit = 1) => STORES.map((name) => round(values[name] / unit)).join(', ');

export function rowOf({ flavour, queue, batch, dist, full, part, bytes, peaks, copy }) {
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
    round(bytes),
    four(peaks, BYTES),
  ];
}
