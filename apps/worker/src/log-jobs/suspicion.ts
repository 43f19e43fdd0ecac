/**
 * Decides how a job is taken whose workers died. Other files carry it out: `jobs-under-way.ts` lets
 * a job be alone in its worker, and `settle-batch.ts` takes its parts.
 *
 * - A worker may die for many reasons, and all its jobs come back. So two deaths mean nothing.
 * - After the third death the job is suspect. It is taken alone, so that it cannot harm other jobs,
 *   batch by batch, in parts of at most 32 entries.
 * - After the fourth death it is taken entry by entry.
 * - An entry is buried when its worker died twice while it handled this entry alone.
 * - A job cannot be taken apart before it is decoded. When its worker died twice while it decoded
 *   the job alone, the whole job is buried.
 *
 * Before each trial, the worker notes in the job which part it is, or that it decodes the job. So
 * the next worker knows with what the last one died. What was settled before stays settled, because
 * the ledger knows it.
 */
const SUSPECT_AFTER = 3;
const SINGLE_AFTER = 4;
const SMALL_PART = 32;
const MOST_DEATHS_ALONE = 2;

/** The reason of an entry that is buried for the deaths of its workers. */
export const WORKER_DIED = 'The worker ended twice while it handled this entry';
/** The reason of a job that is buried as a whole. */
export const WORKER_DIED_DECODING = 'The worker ended twice while it decoded this job';

/** Stands for the decoding of a job where other trials have the id of a part. */
const DECODING = 'decoding';

/** A trial of one part of a suspect job, or of its decoding. */
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

/** What to do with something that cannot be taken apart, before it is tried. */
export type LastPrecaution =
  /** Put it among the dead: enough workers died of it. */
  | { kind: 'bury' }
  /** Note the trial, then try it. */
  | { kind: 'try'; trial: Trial };

/** What to do with a part of a suspect job before it is tried. Only single entries are buried. */
export type Precaution = { kind: 'halve' } | LastPrecaution;

/** Says what to do with a suspect job before it is decoded. */
export function beforeDecoding({ deaths, last }: Suspicion): LastPrecaution {
  const trial = trialOf(DECODING, { deaths, last });
  return trial.partDeaths >= MOST_DEATHS_ALONE ? { kind: 'bury' } : { kind: 'try', trial };
}

export function beforeTrial(
  part: { id: string; entries: number },
  suspicion: Suspicion,
): Precaution {
  if (part.entries > mostEntries(suspicion.deaths)) return { kind: 'halve' };
  const trial = trialOf(part.id, suspicion);
  if (part.entries === 1 && trial.partDeaths >= MOST_DEATHS_ALONE) return { kind: 'bury' };
  return { kind: 'try', trial };
}

function trialOf(part: string, { deaths, last }: Suspicion): Trial {
  const partDeaths = last?.part === part ? deathsSince(last, deaths) : 0;
  return { part, partDeaths, jobDeaths: deaths };
}

function mostEntries(deaths: number): number {
  return deaths < SINGLE_AFTER ? SMALL_PART : 1;
}

/** A trial that ended without a death, because the job was postponed, does not count. */
function deathsSince({ partDeaths, jobDeaths }: Trial, deaths: number): number {
  return deaths > jobDeaths ? partDeaths + 1 : partDeaths;
}
