import { AUTOMATION_BOT_ID, type Figures, type GroupKind } from '@app/contracts';
import type pg from 'pg';
import { statement } from '../database/statement.js';
import type { StoredGroup } from '../people/stored-groups.js';
import type { AlertRow } from './alerts.js';

/** An alert that is looked at. */
export type WatchedAlertRow = Pick<
  AlertRow,
  'id' | 'website_id' | 'account_id' | 'conditions' | 'enabled' | 'created_at' | 'changed_at'
>;

export interface OpenEventRow {
  alert_id: number;
  cause: string;
  seen_at: Date;
  gone_since: Date | null;
}

export interface AlertStateRow {
  alert_id: number;
  cause: string;
  since: Date;
  figures: Figures;
}

/** A bot, and whether alerts ask for it. */
export interface AskedBotRow {
  id: number;
  /** Null means that it is the same for every account. */
  account_id: number | null;
  name: string;
  provider: string;
  category: string;
  asked: boolean;
}

/** What a bot did in an hour. All times are epoch milliseconds. */
export interface RecentHourRow {
  website_id: number;
  hour: number;
  /** Null adds up people, and bots that nobody asks for. Those with spoofed visits are told apart. */
  bot_id: number | null;
  visits: number;
  errors: number;
  spoofed: number;
  newest: number;
}

export interface RecentStatusRow {
  website_id: number;
  hour: number;
  bot_id: number;
  status: number;
  visits: number;
}

/** Some bots of a website, as one series of hours. */
export interface SeriesQuestion {
  websiteId: number;
  /** From 1; the series 0 has all visits. */
  series: number;
  bots: readonly number[];
}

export interface PastHoursRow {
  website_id: number;
  series: number;
  /** Hours with visits, counted from the first one that was asked for, in any order. */
  hours: number[];
  visits: number[];
}

export interface FirstVisitRow {
  website_id: number;
  /** Null for people, and bots that nobody asks for. */
  bot_id: number | null;
  at: number;
}

export interface FeedOfWebsiteRow {
  website_id: number;
  feed: string;
  first_delivery: number | null;
  last_delivery: number | null;
  deliveries: number;
  entries: number;
  rejected: number;
  refused: number;
  reason: string | null;
}

/** Visits of browsers that are judged, and those of them that are of automation. */
export interface RecentAutomationRow {
  website_id: number;
  judged: number;
  visits: number;
}

/** Some groups of visitors of a UTC day. */
export interface RecentGroupsRow {
  website_id: number;
  /** Its begin, epoch milliseconds. */
  day: number;
  groups: StoredGroup[];
}

export interface PageErrorsRow {
  website_id: number;
  path: string;
  /** A time within the day. */
  day: number;
  bot_id: number;
  visits: number;
  errors: number;
}

const SQL = {
  watched_alerts: statement('alerts/watched_alerts'),
  open_events: statement('alerts/open_events'),
  find_states: statement('alerts/find_states'),
  asked_bots: statement('alerts/asked_bots'),
  recent_hours: statement('alerts/recent_hours'),
  recent_statuses: statement('alerts/recent_statuses'),
  recent_automation: statement('alerts/recent_automation'),
  recent_groups: statement('alerts/recent_groups'),
  past_hours: statement('alerts/past_hours'),
  first_visits: statement('alerts/first_visits'),
  feeds_of_websites: statement('alerts/feeds_of_websites'),
  feed_hours: statement('alerts/feed_hours'),
  page_errors: statement('alerts/page_errors'),
  recent_dead_entries: statement('alerts/recent_dead_entries'),
  had_visits: statement('alerts/had_visits'),
};

/** Reads what alerts are judged by, of many websites at a time, only from roll-ups. */
export class AlertFacts {
  constructor(private readonly client: Pick<pg.ClientBase, 'query'> | Pick<pg.Pool, 'query'>) {}

  alerts(): Promise<WatchedAlertRow[]> {
    return this.rows('watched_alerts', []);
  }

  openEvents(alerts: readonly number[]): Promise<OpenEventRow[]> {
    return this.rows('open_events', [alerts]);
  }

  states(alerts: readonly number[]): Promise<AlertStateRow[]> {
    return this.rows('find_states', [alerts]);
  }

  /** @param names in lower case */
  bots(names: readonly string[], categories: readonly string[]): Promise<AskedBotRow[]> {
    return this.rows('asked_bots', [names, categories]);
  }

  recentHours(
    websites: readonly number[],
    from: Date,
    bots: readonly number[],
  ): Promise<RecentHourRow[]> {
    return this.rows('recent_hours', [websites, from, bots]);
  }

  recentStatuses(
    websites: readonly number[],
    from: Date,
    bots: readonly number[],
  ): Promise<RecentStatusRow[]> {
    return this.rows('recent_statuses', [websites, from, bots]);
  }

  /** @param span whole hours, epoch milliseconds */
  recentAutomation(
    websites: readonly number[],
    { from, to }: { from: number; to: number },
  ): Promise<RecentAutomationRow[]> {
    return this.rows('recent_automation', [
      websites,
      new Date(from),
      new Date(to),
      AUTOMATION_BOT_ID,
    ]);
  }

  /** Returns the groups of some kinds, with a row for each day that is judged. */
  recentGroups(
    websites: readonly number[],
    from: Date,
    kinds: readonly GroupKind[],
  ): Promise<RecentGroupsRow[]> {
    return this.rows('recent_groups', [websites, from, kinds]);
  }

  pastHours(
    websites: readonly number[],
    { from, to }: { from: Date; to: Date },
    series: readonly SeriesQuestion[],
  ): Promise<PastHoursRow[]> {
    const bots = series.flatMap((one) => one.bots.map((bot) => ({ ...one, bot })));
    return this.rows('past_hours', [
      ...[websites, from, to],
      bots.map(({ websiteId }) => websiteId),
      bots.map((one) => one.series),
      bots.map(({ bot }) => bot),
    ]);
  }

  firstVisits(websites: readonly number[], bots: readonly number[]): Promise<FirstVisitRow[]> {
    return this.rows('first_visits', [websites, bots]);
  }

  feeds(websites: readonly number[], from: Date): Promise<FeedOfWebsiteRow[]> {
    return this.rows('feeds_of_websites', [websites, from]);
  }

  feedHours(
    websites: readonly number[],
    from: Date,
  ): Promise<{ website_id: number; feed: string; hours: number[] }[]> {
    return this.rows('feed_hours', [websites, from]);
  }

  pageErrors(
    pages: readonly { websiteId: number; path: string }[],
    from: Date,
    bots: readonly number[],
  ): Promise<PageErrorsRow[]> {
    const websites = pages.map(({ websiteId }) => websiteId);
    return this.rows('page_errors', [websites, pages.map(({ path }) => path), from, bots]);
  }

  deadEntries(since: Date): Promise<{ website_id: number; entries: number }[]> {
    return this.rows('recent_dead_entries', [since]);
  }

  /** Tells whether a website had visits before a day. */
  async hadVisits(websiteId: number, day: Date): Promise<boolean> {
    const values = [websiteId, day];
    return (await this.rows<{ had_visits: boolean }>('had_visits', values))[0]?.had_visits ?? false;
  }

  private async rows<Row extends object>(
    name: keyof typeof SQL,
    values: unknown[],
  ): Promise<Row[]> {
    return (await this.client.query<Row>({ name, text: SQL[name], values })).rows;
  }
}
