import { type Place, placesOf, type Refusal, retentionOf } from '@app/api-answers';
import { parseTimestamp } from '@app/contracts';
import type { Batch, Reject } from './batch.js';
import type { BatchEntries, EntryLine } from './columns/batch-entries.js';
import type { Hash } from './hash.js';
import { LogFault } from './log-fault.js';
import type { Span } from './result.js';

/** What sends entries as columns, and sends them again as long as that may help. */
export interface SendsEntries {
  /**
   * A repeated request under the same `name` counts once.
   *
   * @param body of the type `BODY_TYPE`, in UTF-8
   * @returns how many were accepted, or why none was
   */
  send(body: Uint8Array<ArrayBuffer>, name: string): Promise<number | Refusal>;
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

/** @param rows at least one */
function accepted(entries: BatchEntries, rows: readonly number[], rejects: Reject[]): Outcome {
  const span = { first: Infinity, last: -Infinity };
  const hosts = new Map<string, number>();
  for (const row of rows) {
    const time = entries.times[row]!;
    const host = entries.hosts[row]!;
    span.first = Math.min(span.first, time);
    span.last = Math.max(span.last, time);
    hosts.set(host, (hosts.get(host) ?? 0) + 1);
  }
  return { accepted: rows.length, span, hosts, rejects, known: false };
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
    const { entries } = batch;
    const rejects: Reject[] = [];
    let rows = this.withoutTooOld(entries, [...entries.lines.keys()], rejects);
    for (;;) {
      if (rows.length === 0) return { ...NOTHING, rejects };
      const body = entries.body(rows);
      const name = this.nameOf(batch, rejects.length === 0 ? undefined : body);
      const answer = await this.api.send(body, name);
      if (typeof answer === 'number') return accepted(entries, rows, rejects);
      if (answer.status === 422) return { ...NOTHING, rejects, known: true };
      this.retentionDays = retentionOf(answer.message) ?? this.retentionDays;
      rows = this.withoutTooOld(entries, without(entries, rows, answer, rejects), rejects);
    }
  }

  /**
   * Returns the name of a request. The same lines at the same place of the same log always have the
   * same name. When entries were left out, the name also tells the body.
   */
  private nameOf({ to, from }: Batch, body: Uint8Array | undefined): string {
    const name = `import-${to.chain.slice(0, NAME_LENGTH)}-${from.offset}-${to.offset}`;
    return body ? `${name}-${this.hash([body]).slice(0, NAME_LENGTH)}` : name;
  }

  private withoutTooOld(
    { times, lines }: BatchEntries,
    rows: readonly number[],
    rejects: Reject[],
  ): readonly number[] {
    const { retentionDays } = this;
    if (retentionDays === 0) return rows;
    const now = this.clock();
    return rows.filter((row) => {
      const verdict = parseTimestamp(times[row]!, { now, retentionDays });
      if ('time' in verdict) return true;
      rejects.push(rejectOf(lines[row]!, `has a timestamp that ${verdict.fault}`));
      return false;
    });
  }
}

const rejectOf = ({ number, text }: EntryLine, reason: string): Reject => ({
  ...{ line: number, reason, text },
});

/** Returns the rows that a refusal does not name. */
function without(
  { lines }: BatchEntries,
  rows: readonly number[],
  refusal: Refusal,
  rejects: Reject[],
): number[] {
  const places = new Map(
    placesOf(refusal.message).map((place): [number, Place] => [place.index, place]),
  );
  const left = rows.filter((_, index) => !places.has(index));
  if (left.length === rows.length) {
    const [first, last] = [lines[rows[0]!], lines[rows.at(-1)!]];
    const place = `lines ${first?.number} to ${last?.number}`;
    throw new LogFault('refused', `The API refused ${place}: ${refusal.message}`);
  }
  rows.forEach((row, index) => {
    const place = places.get(index);
    if (place) rejects.push(rejectOf(lines[row]!, place.problem));
  });
  return left;
}
