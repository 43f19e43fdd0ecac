import type {
  ComparedTime,
  Interval,
  PeopleCounts,
  VerificationCounts,
  VerificationWord,
} from '@app/contracts';
import type { CountryRow, HostRow } from './dimension-parts.js';
import type { LandingRow, ProviderRow } from './provider-parts.js';
import type { SeriesRow } from './series-part.js';
import type { DailyVisitors } from './visitors-part.js';

/** Everything about the visits of some days, with the field names of the API. */
export interface Report {
  /** The website. It is left out when the visits come from a log. */
  domain?: string;
  /** Its id, `ws_…`. */
  website?: string;
  /** The host or the country that the visits are limited to. */
  host?: string;
  country?: string;
  summary: VerificationCounts &
    Partial<PeopleCounts> & {
      total_visits: number;
      bot_visits: number;
      human_visits: number;
      ai_bot_visits: number;
      ai_referred_visits?: number | null;
      /** Calendar days, both inclusive. */
      period: { start: string; end: string };
      /** False when the logs have no referers: then nobody knows who was sent by an assistant. */
      referers_logged?: boolean;
      /** What of these days is compared with as many days before. */
      compared?: Pick<ComparedTime, 'unit' | 'until'>;
      /** The change relative to these days before; null when there were no visits. */
      change?: { total_visits: number | null } & Record<string, unknown>;
    };
  /** Left out where visitors are not counted by what the visits are limited to. */
  daily_visitors?: DailyVisitors;
  bots: {
    name: string;
    provider: string;
    visits: number;
    /** Null where pages are not counted. */
    pages_visited: number | null;
    category: string;
    verification: VerificationWord | null;
    /** Whether only the bot itself says so. */
    declared: boolean;
  }[];
  /** AI operators, most reads first. Left out when they are not known for what the visits are limited to. */
  providers?: ProviderRow[];
  /** Pages in the answers of assistants, most visits sent first. */
  landings?: LandingRow[];
  /** Most visits first. Left out when nobody can have looked. */
  spoofed?: {
    name: string;
    network: string | null;
    visits: number;
    pages_visited: number;
    first_seen: string;
    last_seen: string;
  }[];
  /** Left out when they are not counted by what the visits are limited to. */
  pages?: (Partial<PeopleCounts> & {
    path: string;
    bot_visits: number;
    human_visits: number;
    /** Null while it is not known for all days. */
    error_visits: number | null;
  })[];
  referrals?: (Pick<Partial<PeopleCounts>, 'people_visits' | 'undecided_visits'> & {
    source: string;
    visits: number;
  })[];
  /** Most visits first. Null when they are not known for these days. */
  hosts?: HostRow[] | null;
  countries?: CountryRow[] | null;
  /** The moment from which on these lists do not tell people; null: they tell all. */
  people_known_until?: string | null;
  interval?: Interval;
  series?: SeriesRow[];
}
