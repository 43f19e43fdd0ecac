import { type VerificationCounts, VERIFICATIONS, type VisitEntry } from '@app/contracts';
import { statement } from '../database/statement.js';
import { timestamp } from '../reports/cover-values.js';
import { touchedDays } from '../reports/hour-edges.js';
import { FIRST_SLICE_MS, nextSliceMs } from './live-slices.js';
import { type BotName, nameIn, NamedVisits } from './named-visits.js';

/** The visits of a bot, or of people, in a minute. */
export type LiveCount = BotName &
  VerificationCounts & {
    /** Start of the minute, epoch milliseconds UTC. */
    minute: number;
    visits: number;
    /** The last of them, epoch milliseconds UTC. */
    last: number;
  };

/** A visit of a bot, one by one. */
export type LiveVisit = BotName &
  Pick<VisitEntry, 'path' | 'status_code' | 'verification' | 'country' | 'host'> & {
    /** Epoch milliseconds UTC. */
    at: number;
  };

export interface LiveVisits {
  /** The moment from which on all visits were read, epoch milliseconds UTC. */
  since: number;
  counts: LiveCount[];
  /** The last visits of bots, the newest first. */
  shown: LiveVisit[];
}

export interface LiveQuestion {
  /** Epoch milliseconds UTC, `to` exclusive. */
  from: number;
  to: number;
  /** At most so many visits are read. */
  most: number;
  /** So many visits of bots are shown one by one. */
  shown: number;
}

interface Slice {
  read: number;
  oldest: number | null;
  counted: (Omit<LiveCount, keyof BotName> & { bot_id: number })[];
  shown: (Omit<LiveVisit, keyof BotName | 'verification'> & {
    bot_id: number;
    verification: number;
  })[];
}

const LIVE_VISITS = statement('raw/live_visits');

/** Reads the newest visits of a website, going back in time up to a bound. */
export class LiveReader extends NamedVisits {
  async live(websiteId: number, { from, to, most, shown }: LiveQuestion): Promise<LiveVisits> {
    const slices: Slice[] = [];
    let [left, toShow, since, length] = [most, shown, to, FIRST_SLICE_MS];
    while (left > 0 && since > from) {
      const start = Math.max(from, since - length);
      const slice = await this.slice(websiteId, [start, since], [left, toShow]);
      slices.push(slice);
      since = slice.read < left ? start : (slice.oldest ?? start) + 1;
      length = nextSliceMs(length, { found: slice.read, left: left - slice.read });
      left -= slice.read;
      toShow -= slice.shown.length;
    }
    const names = await this.names(
      websiteId,
      touchedDays({ from: new Date(from), to: new Date(to) }),
    );
    return {
      since,
      counts: slices.flatMap(({ counted }) =>
        counted.map(({ bot_id, ...count }) => ({ ...count, ...nameIn(names, bot_id) })),
      ),
      shown: slices.flatMap((slice) =>
        slice.shown.map(({ bot_id, verification, ...visit }) => ({
          ...visit,
          ...nameIn(names, bot_id),
          verification: VERIFICATIONS[verification] ?? null,
        })),
      ),
    };
  }

  /** Not prepared: a plan for any moments would not know how few visits a slice has. */
  private async slice(
    websiteId: number,
    moments: readonly number[],
    bounds: readonly number[],
  ): Promise<Slice> {
    const values = [
      ...[websiteId, ...moments.map((moment) => timestamp(new Date(moment)))],
      ...bounds,
    ];
    const { rows } = await this.pool.query<Slice>({ text: LIVE_VISITS, values });
    return rows[0] as Slice;
  }
}
