// The figures of a run. Pure: they follow from answers, samples and the times at which entries
// became visible.
import { type Cell, median, megabytes, percentile, round } from '../figures.js';
import type { Seen } from '../visible.js';
import type { Sample } from './samples.js';
import type { Answer, Phase } from './sender.js';

/** A batch with a 200: when it came, and after how many milliseconds its entries were visible. */
export interface Visible {
  at: number;
  ms: number;
}

export interface Result {
  run: string;
  /** Batches per second that are stored at full speed. */
  capacity: number;
  overload: ReturnType<typeof countAnswers>;
  /** Seconds from the beginning of the overload to the first 503; NaN without one. */
  firstRefusal: number;
  /** Batches per second that became visible in the meantime. */
  stored: number;
  /** Delays of the batches that were accepted during the overload. */
  delays: Visible[];
  recovery: ReturnType<typeof findRecovery>;
  /** Number of entries. */
  acknowledged: number;
  shown: number;
}

const IN_A_ROW = 20;
const FRESH_MS = 5_000;
const STEP_MS = 10_000;

const withStatus = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status);
const ms = (answers: Answer[]) => answers.map((answer) => answer.ms);
const inSeconds = (time: number | undefined, start: number) =>
  time === undefined ? NaN : (time - start) / 1_000;

/** Returns counts and latencies of one phase. */
export function countAnswers({ answers, due, unsent, seconds }: Phase) {
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

/** Returns the seconds from the beginning of a phase to its first 503; NaN without one. */
export function firstRefusal({ answers, start }: Phase): number {
  return inSeconds(answers.find(({ status }) => status === 503)?.at, start);
}

/**
 * Returns the seconds from the end of the overload until 20 batches in a row were accepted, until
 * no batch waited, and until batches were again visible within 5 s.
 *
 * @param delays of all batches with a 200, in order
 */
export function findRecovery({ answers, start }: Phase, samples: Sample[], delays: Visible[]) {
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

/** Returns the batches per second that became visible between two moments. */
export function storedRate(seen: Seen[], start: number, end: number, batch: number): number {
  const at = (time: number) => seen.findLast((look) => look.time <= time)?.entries ?? 0;
  return ((at(end) - at(start)) * 1_000) / batch / (end - start);
}

const pair = (samples: number[]) =>
  `${round(median(samples))}, ${round(percentile(samples, 0.99))}`;

export const COLUMNS = [
  'run',
  'capacity',
  'offered (due)',
  'stored',
  '200',
  '503',
  'first 503 after',
  'other',
  '200 took',
  '503 took',
  'Retry-After',
  'visible after',
  'recovery',
  'lost',
  'doubled',
];

/** Returns a row with rates in batches per second, and times in milliseconds as median and 99 %. */
export function rowOf(result: Result): Cell[] {
  const { run, capacity, overload, stored, delays, recovery, acknowledged, shown } = result;
  const { firstRefusal: first } = result;
  return [
    run,
    round(capacity),
    `${round(overload.offered)} (${round(overload.due)})`,
    round(stored),
    overload.accepted,
    overload.refused,
    Number.isFinite(first) ? `${first.toFixed(2)} s` : '–',
    overload.other,
    pair(overload.acceptedMs),
    pair(overload.refusedMs),
    pair(overload.retryAfter),
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
  'waiting jobs',
  'oldest',
  '200 a second',
  '503 a second',
];

/**
 * Returns rows of 10 seconds: the most memory of each process, the most waiting jobs, and the
 * answers.
 */
export function stepsOf(samples: Sample[], phases: Phase[]): Cell[][] {
  const start = phases[0]?.start ?? NaN;
  const answers = phases.flatMap((phase) => phase.answers);
  const steps: Cell[][] = [];
  for (let from = start; from <= (samples.at(-1)?.time ?? NaN); from += STEP_MS) {
    const within = (time: number) => time >= from && time < from + STEP_MS;
    const most = (name: keyof Sample) =>
      Math.max(...samples.filter(({ time }) => within(time)).map((sample) => sample[name]));
    const rate = (status: number) =>
      (withStatus(answers, status).filter(({ at }) => within(at)).length * 1_000) / STEP_MS;
    steps.push([
      (from - start) / 1_000,
      ...(['api', 'worker', 'redis', 'database'] as const).map((name) => megabytes(most(name))),
      most('waiting'),
      `${round(most('oldest'))} s`,
      round(rate(200)),
      round(rate(503)),
    ]);
  }
  return steps;
}
