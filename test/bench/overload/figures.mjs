// What a run says: pure, from answers, samples and the times at which entries were visible.
import { median, megabytes, percentile, round } from '../figures.mjs';

const IN_A_ROW = 20;
const FRESH_MS = 5_000;
const STEP_MS = 10_000;

const withStatus = (answers, status) => answers.filter((answer) => answer.status === status);
const ms = (answers) => answers.map((answer) => answer.ms);
const inSeconds = (time, start) => (time === undefined ? NaN : (time - start) / 1_000);

/** Counts and latencies of one phase. */
export function countAnswers({ answers, due, unsent, seconds }) {
  const [accepted, refused] = [withStatus(answers, 200), withStatus(answers, 503)];
  return {
    due: due / seconds,
    offered: (due - unsent) / seconds,
    accepted: accepted.length,
    refused: refused.length,
    other: answers.length - accepted.length - refused.length,
    acceptedMs: ms(accepted),
    refusedMs: ms(refused),
    retryAfter: refused.map((answer) => answer.retryAfter),
  };
}

/**
 * Seconds from the end of the overload until batches are taken again, 20 in a row; until none waited; and until
 * batches, then and later, were visible within 5 s. `delays`: of all batches with a 200, in order.
 */
export function findRecovery({ answers, start }, samples, delays) {
  const inOrder = [...answers].sort((a, b) => a.at - b.at);
  const row = inOrder.findIndex((_, index) => {
    const next = inOrder.slice(index, index + IN_A_ROW);
    return next.length === IN_A_ROW && next.every(({ status }) => status === 200);
  });
  const empty = samples.find(({ time, waiting }) => time >= start && waiting === 0);
  const lastLate = delays.findLast(({ at, ms: late }) => at >= start && late > FRESH_MS);
  const fresh = delays.find(({ at }) => at >= start && (!lastLate || at > lastLate.at));
  return {
    accepting: inSeconds(inOrder[row]?.at, start),
    empty: inSeconds(empty?.time, start),
    fresh: inSeconds(fresh?.at, start),
  };
}

/** Batches a second that became visible between the beginnings of two phases. */
export function storedRate(seen, [{ start }, { start: end }], batch) {
  const at = (time) => seen.findLast((look) => look.time <= time)?.entries ?? 0;
  return ((at(end) - at(start)) * 1_000) / batch / (end - start);
}

const pair = (samples) => `${round(median(samples))}, ${round(percentile(samples, 0.99))}`;

export const COLUMNS = [
  'run',
  'capacity',
  'offered (due)',
  'stored',
  '200',
  '503',
  'other',
  '200 took',
  '503 took',
  'Retry-After',
  'visible after',
  'recovery',
  'lost',
  'doubled',
];

/** Rates in batches a second; times in milliseconds, median and 99 %. */
export function rowOf({ run, capacity, overload, stored, delays, recovery, acknowledged, shown }) {
  return [
    run,
    round(capacity),
    `${round(overload.offered)} (${round(overload.due)})`,
    round(stored),
    overload.accepted,
    overload.refused,
    overload.other,
    pair(overload.acceptedMs),
    pair(overload.refusedMs),
    `${round(median(overload.retryAfter))}, ${round(percentile(overload.retryAfter, 0.99))}`,
    pair(delays.map((delay) => delay.ms)),
    [recovery.accepting, recovery.empty, recovery.fresh].map(round).join(', '),
    Math.max(0, acknowledged - shown),
    Math.max(0, shown - acknowledged),
  ];
}

export const STEP_COLUMNS = [
  'from second',
  'API',
  'worker',
  'Redis',
  'database',
  'waiting batches',
  'oldest',
  '200 a second',
  '503 a second',
];

/** Rows of 10 seconds: the most memory of each, the most that waited, and the answers. */
export function stepsOf(samples, phases) {
  const start = phases[0].start;
  const answers = phases.flatMap((phase) => phase.answers);
  const steps = [];
  for (let from = start; from <= samples.at(-1).time; from += STEP_MS) {
    const within = (time) => time >= from && time < from + STEP_MS;
    const of = (name) =>
      Math.max(...samples.filter(({ time }) => within(time)).map((sample) => sample[name]));
    const rate = (status) =>
      (withStatus(answers, status).filter(({ at }) => within(at)).length * 1_000) / STEP_MS;
    steps.push([
      (from - start) / 1_000,
      ...['api', 'worker', 'redis', 'database'].map((name) => megabytes(of(name))),
      of('waiting'),
      `${round(of('oldest'))} s`,
      round(rate(200)),
      round(rate(503)),
    ]);
  }
  return steps;
}
