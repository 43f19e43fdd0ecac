/**
 * Decides how a job is taken whose workers died. Other files carry it out: `turns.ts` lets a job be
 * alone in its worker, and `settle-batch.ts` takes its parts.
 *
 * - A worker may die for many reasons, and all its jobs come back. So two deaths mean nothing.
 * - After the third death the job is suspect. It is taken alone, so that it cannot harm other jobs,
 *   batch by batch, in parts of at most 32 entries.
 * - After the fourth death it is taken entry by entry.
 * - An entry is buried when its worker died twice while it handled this entry alone.
 *
 * Before each trial of a part, the worker notes in the job which part it is. So the next worker
 * knows with which part the last one died. What was settled before stays settled, because the
 * ledger knows it.
 */
const SUSPECT_AFTER = 3;
const SINGLE_AFTER = 4;
const SMALL_PART = 32;
const MOST_DEATHS_OF_ENTRY = 2;

/** The reason of an entry that is buried for the deaths of its workers. */
export const WORKER_DIED = 'The worker ended twice while it handled this entry';

/** A trial of one part of a suspect job. */
export interface Trial {
  /** The ledger id of the part. */
  part: string;
  /** The workers that died while they tried this part, before this trial. */
  partDeaths: number;
  /** The workers that died with the job, before this trial. */
  jobDeaths: number;
}

/** What is known of a suspect job. */
export interface Suspicion {
  /** The workers that died with the job so far. */
  deaths: number;
  /** The trial that was noted last. */
  last: Trial | undefined;
}

/**
 * Returns undefined for a job that is taken like any other one. `progress` is what was noted in the
 * job.
 */
export function suspicionOf(deaths: number, progress: unknown): Suspicion | undefined {
  if (deaths < SUSPECT_AFTER) return undefined;
  return { deaths, last: isTrial(progress) ? progress : undefined };
}

function isTrial(progress: unknown): progress is Trial {
  const { part, partDeaths, jobDeaths } = Object(progress) as Partial<Trial>;
  return typeof part === 'string' && Number.isInteger(partDeaths) && Number.isInteger(jobDeaths);
}

/** What to do with a part of a suspect job before it is tried. */
export type Precaution =
  | { kind: 'halve' }
  /** Put it among the dead: it is a single entry, and enough workers died of it. */
  | { kind: 'bury' }
  /** Note the trial, then try the part. */
  | { kind: 'try'; trial: Trial };

export function beforeTrial(
  part: { id: string; entries: number },
  { deaths, last }: Suspicion,
): Precaution {
  if (part.entries > mostEntries(deaths)) return { kind: 'halve' };
  const partDeaths = last?.part === part.id ? deathsSince(last, deaths) : 0;
  if (part.entries === 1 && partDeaths >= MOST_DEATHS_OF_ENTRY) return { kind: 'bury' };
  return { kind: 'try', trial: { part: part.id, partDeaths, jobDeaths: deaths } };
}

function mostEntries(deaths: number): number {
  return deaths < SINGLE_AFTER ? SMALL_PART : 1;
}

/** A trial that ended without a death, because the job was postponed, does not count. */
function deathsSince({ partDeaths, jobDeaths }: Trial, deaths: number): number {
  return deaths > jobDeaths ? partDeaths + 1 : partDeaths;
}
