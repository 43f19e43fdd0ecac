import { type Place, placesOf, type Refusal, retentionOf } from '@app/api-answers';
import { parseTimestamp } from '@app/contracts';
import type { Batch, BatchEntry, Reject } from './batch.js';
import type { Hash } from './hash.js';
import { LogFault } from './log-fault.js';
import type { Span } from './result.js';

/** What sends a JSON array of entries, and sends it again as long as that may help. */
export interface SendsEntries {
  /**
   * A repeated request under the same `name` counts once.
   *
   * @returns how many were accepted, or why none was
   */
  send(body: string, name: string): Promise<number | Refusal>;
}

/** The result for the entries of a batch. */
export interface Outcome {
  accepted: number;
  /** The time span of the accepted entries; undefined when none was accepted. */
  span: Span | undefined;
  /** How many of them name each host. */
  hosts: ReadonlyMap<string, number>;
  /** Entries that the service refused although their form was right. */
  rejects: Reject[];
  /** True when the service has accepted these lines before, as different entries. */
  known: boolean;
}

const NAME_LENGTH = 40;
const NOTHING = { accepted: 0, span: undefined, hosts: new Map<string, number>(), known: false };

function accepted(entries: BatchEntry[], rejects: Reject[]): Outcome {
  const times = entries.map(({ time }) => time);
  const span = { first: Math.min(...times), last: Math.max(...times) };
  const hosts = new Map<string, number>();
  for (const { host } of entries) hosts.set(host, (hosts.get(host) ?? 0) + 1);
  return { accepted: entries.length, span, hosts, rejects, known: false };
}

/** Sends batches of one log. An entry that the service refuses never affects others. */
export class BatchSender {
  /** How many days the service keeps visits, as far as it said; 0 means everything. */
  private retentionDays = 0;

  constructor(
    private readonly api: SendsEntries,
    /** Returns epoch milliseconds UTC. */
    private readonly clock: () => number,
    private readonly hash: Hash,
  ) {}

  /**
   * Sends a batch.
   *
   * @throws LogFault `refused` when the API refuses for a reason that is not in the entries, and
   *   what the sender of requests throws when the API stays away
   */
  async send(batch: Batch): Promise<Outcome> {
    const rejects: Reject[] = [];
    let entries = this.withoutTooOld(batch.entries, rejects);
    for (;;) {
      if (entries.length === 0) return { ...NOTHING, rejects };
      const body = `[${entries.map(({ json }) => json).join(',')}]`;
      const name = this.nameOf(batch, rejects.length === 0 ? '' : body);
      const answer = await this.api.send(body, name);
      if (typeof answer === 'number') return accepted(entries, rejects);
      if (answer.status === 422) return { ...NOTHING, rejects, known: true };
      this.retentionDays = retentionOf(answer.message) ?? this.retentionDays;
      entries = this.withoutTooOld(without(entries, answer, rejects), rejects);
    }
  }

  /**
   * Returns the name of a request. The same lines at the same place of the same log always have the
   * same name. When entries were left out, the name also tells the body.
   */
  private nameOf({ to, from }: Batch, body: string): string {
    const name = `import-${to.chain.slice(0, NAME_LENGTH)}-${from.offset}-${to.offset}`;
    return body === '' ? name : `${name}-${this.hash(body).slice(0, NAME_LENGTH)}`;
  }

  private withoutTooOld(entries: BatchEntry[], rejects: Reject[]): BatchEntry[] {
    const { retentionDays } = this;
    if (retentionDays === 0) return entries;
    const now = this.clock();
    return entries.filter(({ line, text, time }) => {
      const verdict = parseTimestamp(time, { now, retentionDays });
      if ('time' in verdict) return true;
      rejects.push({ line, text, reason: `has a timestamp that ${verdict.fault}` });
      return false;
    });
  }
}

function without(entries: BatchEntry[], refusal: Refusal, rejects: Reject[]): BatchEntry[] {
  const places = new Map(
    placesOf(refusal.message).map((place): [number, Place] => [place.index, place]),
  );
  const left = entries.filter((_, index) => !places.has(index));
  if (left.length === entries.length) {
    throw new LogFault(
      'refused',
      `The API refused lines ${entries[0]?.line} to ${entries.at(-1)?.line}: ${refusal.message}`,
    );
  }
  entries.forEach(({ line, text }, index) => {
    const place = places.get(index);
    if (place) rejects.push({ line, text, reason: place.problem });
  });
  return left;
}
