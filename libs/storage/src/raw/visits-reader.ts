import { SHOWN_FIELDS, VERIFICATIONS, type VisitEntry, verificationCode } from '@app/contracts';
import { sqlstateOf } from '../database/database-error.js';
import { statement } from '../database/statement.js';
import { dayBounds, timestamp } from '../reports/cover-values.js';
import type { BotFilter, DayRange } from '../reports/report-questions.js';
import { type BotName, nameIn, NamedVisits } from './named-visits.js';
import { type DayVisits, Stretches } from './stretches.js';
import { isAt, placeBefore, placeBehind, type VisitPlace } from './visit-place.js';

/** Which visits are read: those that reports with the same filter count. */
export interface VisitFilter extends BotFilter {
  /** The start of the paths. */
  path?: string | undefined;
  /** The path of the only page. */
  exact_path?: string | undefined;
  /** The lowest and the highest status code, both inclusive. */
  statuses?: readonly [number, number] | undefined;
}

/** Visits that were asked for, with what had to be looked up for them. */
export interface ChosenVisits {
  /** False when no visit can match. */
  canMatch: boolean;
  websiteId: number;
  /** Values of the parameters that choose visits. */
  filter: readonly unknown[];
  names: ReadonlyMap<number, BotName>;
  /** Where there is how much to read, whatever the filter is. */
  days: readonly DayVisits[];
}

/** Where a part of a list ends, and whether there may be more behind it. */
export interface EndOfPart {
  end: VisitPlace;
  more: boolean;
}

/** Lends a connection of the database for a piece of work. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** A visit as the statement returns it: its names are numbers, and it has a place. */
type VisitRow = Omit<VisitEntry, 'timestamp' | 'verification' | keyof BotName> & {
  at: number;
  place: string;
  bot_id: number;
  verification: number;
};

type Asked<Row> = { tookMs: number } & (
  { isCancelled: false; rows: Row[] } | { isCancelled: true; error: unknown }
);

interface EndRow {
  found: number;
  at: number | null;
  place: string | null;
  equal: number | null;
}

const withChosen = (name: string) =>
  `WITH chosen AS (\n${statement('raw/chosen_visits')})\n${statement(name)}`;
const READ = withChosen('raw/read_visits');
const FIND_END = withChosen('raw/find_end');
const VISITS_OF_DAYS = statement('raw/visits_of_days');
const FIND_KEPT_SINCE = statement('upkeep/find_kept_since');

/**
 * The visits of one statement. For 2,000 the database works hardly less, and for 250 a third more. The
 * process makes a text of them at once, and nothing else meanwhile.
 */
const SLICE = 1_000;
/** The visits that a statement looks at first to find the end of a part. */
const SEARCHED = 20_000;
/** SQLSTATE of a statement that took longer than the connection allows. */
const CANCELLED = '57014';
const CANCELLED_TIMES = 64;
/** How long the end of a part is looked for. Then the part ends where the search has come. */
const SEARCH_MS = 10_000;

/**
 * Reads visits one by one, in the order of their time, in short statements: none takes long, and no
 * connection is held between them.
 */
export class VisitsReader extends NamedVisits {
  /**
   * Looks up what a filter means, and the names of bots in these days.
   */
  async choose(websiteId: number, days: DayRange, filter: VisitFilter): Promise<ChosenVisits> {
    const { verification, statuses, exact_path: exactPath, path = null } = filter;
    const bots = await this.botIds(websiteId, days, filter);
    const page = await this.pageId(websiteId, exactPath);
    const code = verification === undefined ? null : verificationCode(verification);
    return {
      websiteId,
      canMatch: page !== 'unknown' && bots?.length !== 0,
      filter: [bots, code, statuses?.[0] ?? null, statuses?.[1] ?? null, page, path],
      names: await this.names(websiteId, days),
      days: await this.readOf('visits_of_days', VISITS_OF_DAYS, [websiteId, ...dayBounds(days)]),
    };
  }

  /** Returns from when on all visits are kept, in epoch milliseconds, or null when all ever were. */
  async keptSince(): Promise<number | null> {
    const rows = await this.read<{ since: number | null }>('kept_since', FIND_KEPT_SINCE, []);
    return rows[0]?.since ?? null;
  }

  /** Finds where this many visits have been read from a place on, at most up to `to`. */
  async findEnd(
    chosen: ChosenVisits,
    { after, to, most }: { after: VisitPlace; to: number; most: number },
    turn: Turn,
  ): Promise<EndOfPart> {
    const stretches = new Stretches(chosen.days, SEARCHED);
    let spentMs = 0;
    let wanted = most;
    let end: VisitPlace | undefined;
    let from = after;
    while (chosen.canMatch && from.time < to) {
      // A search that has not come forward would begin at the same place again.
      if (spentMs > SEARCH_MS && from !== after) return { end: end ?? from, more: true };
      const until = placeBefore(stretches.endOf(from.time, to));
      const values = [...valuesOf(chosen, from, until), wanted];
      const answer = await turn(() => this.ask<EndRow>(FIND_END, values));
      spentMs += answer.tookMs;
      if (answer.isCancelled) {
        shrinkOrThrow(stretches, from, until, answer.error);
        continue;
      }
      const row = answer.rows[0] as EndRow;
      if (wanted > 0) end = endIn(row, from);
      if (row.found > wanted) return { end: end ?? from, more: true };
      wanted -= row.found;
      stretches.learn({ tookMs: answer.tookMs, rows: row.found });
      from = until;
    }
    return { end: end ?? placeBefore(to), more: false };
  }

  /** Reads the visits between two places, some at a time. Each time it takes one turn. */
  async *visits(
    chosen: ChosenVisits,
    { after, end }: { after: VisitPlace; end: VisitPlace },
    turn: Turn,
  ): AsyncGenerator<VisitEntry[]> {
    const stretches = new Stretches(chosen.days, SLICE);
    let from = after;
    while (chosen.canMatch && isBefore(from, end)) {
      const edge = stretches.endOf(from.time, end.time);
      const until = edge < end.time ? placeBefore(edge) : end;
      const values = [...valuesOf(chosen, from, until), SLICE];
      const answer = await turn(() => this.ask<VisitRow>(READ, values));
      if (answer.isCancelled) {
        shrinkOrThrow(stretches, from, until, answer.error);
        continue;
      }
      const { inside, place } = upTo(answer.rows, from, until);
      const isCut = inside.length === SLICE;
      stretches.learn({
        tookMs: answer.tookMs,
        rows: inside.length,
        cutAfterMs: isCut ? place.time - from.time : undefined,
      });
      from = isCut ? place : until;
      if (inside.length > 0) yield inside.map((row) => entryOf(row, chosen.names));
    }
  }

  /**
   * Runs a statement that is not prepared: a plan for any values would not know how few visits a
   * stretch has. It may be cancelled because it took too long.
   */
  private async ask<Row extends object>(text: string, values: unknown[]): Promise<Asked<Row>> {
    const begun = performance.now();
    try {
      const { rows } = await this.pool.query<Row>({ text, values });
      return { isCancelled: false, rows, tookMs: performance.now() - begun };
    } catch (error) {
      if (sqlstateOf(error) !== CANCELLED) throw error;
      return { isCancelled: true, error, tookMs: performance.now() - begun };
    }
  }
}

/** @throws the error, when the stretch cannot be shorter */
function shrinkOrThrow(
  stretches: Stretches,
  from: VisitPlace,
  until: VisitPlace,
  error: unknown,
): void {
  const lengthMs = until.time - from.time;
  if (lengthMs <= 1) throw error;
  stretches.cut(lengthMs / CANCELLED_TIMES);
}

/** Returns the place of the last visit that is wanted, if that was found. */
function endIn({ at, place, equal }: EndRow, from: VisitPlace): VisitPlace | undefined {
  if (at === null || place === null || equal === null) return undefined;
  const end = { time: at, hash: place, given: equal };
  return isAt(from, end) ? { ...end, given: equal + from.given } : end;
}

function valuesOf({ websiteId, filter }: ChosenVisits, from: VisitPlace, until: VisitPlace) {
  const ends = [from, until].flatMap(({ time, hash }) => [timestamp(new Date(time)), hash]);
  return [websiteId, ...ends, ...filter, from.given];
}

/** Returns the rows before a place, and the place behind the last one of them. */
function upTo(
  rows: VisitRow[],
  from: VisitPlace,
  until: VisitPlace,
): { inside: VisitRow[]; place: VisitPlace } {
  let place = from;
  for (const [count, row] of rows.entries()) {
    const next = placeBehind(place, { time: row.at, hash: row.place });
    if (isAt(until, next) && next.given > until.given)
      return { inside: rows.slice(0, count), place };
    place = next;
  }
  return { inside: rows, place };
}

function isBefore(place: VisitPlace, end: VisitPlace): boolean {
  if (place.time !== end.time) return place.time < end.time;
  if (place.hash !== end.hash) return BigInt(place.hash) < BigInt(end.hash);
  return place.given < end.given;
}

function entryOf(row: VisitRow, names: ChosenVisits['names']): VisitEntry {
  const { at, bot_id: bot, verification } = row;
  const isBot = bot !== 0;
  const known: VisitEntry = {
    ...row,
    ...nameIn(names, bot),
    timestamp: new Date(at).toISOString(),
    verification: isBot ? (VERIFICATIONS[verification] ?? null) : null,
  };
  return Object.fromEntries(SHOWN_FIELDS.map((field) => [field, known[field]])) as VisitEntry;
}
