import { addressTextAt, verificationCode, VERIFICATIONS } from '@app/contracts';
import type { Client } from './dictionaries.js';
import type { VisitColumns } from './visit.js';

/** Visits with a status code, of a bot in an hour. */
export interface StatusCount {
  websiteId: number;
  /** Start of the UTC hour, epoch seconds. */
  hour: number;
  botId: number;
  statusCode: number;
  visits: number;
}

/** Visits by what was found out about them. */
export interface VisitSums {
  visits: number;
  errors: number;
  verified: number;
  spoofed: number;
  unverifiable: number;
}

/** Late visits of a bot in an hour. */
export interface HourCount extends VisitSums {
  websiteId: number;
  hour: number;
  botId: number;
  /** Epoch milliseconds. */
  first: number;
  last: number;
}

/** Late visits of a bot to a page on a day. */
export interface PageCount extends VisitSums {
  websiteId: number;
  /** Start of the UTC day, epoch seconds. */
  day: number;
  botId: number;
  pageId: number;
}

/** People whom an AI assistant sent in an hour. */
export interface ReferralCount {
  websiteId: number;
  hour: number;
  source: string;
  visits: number;
}

/** Visits of people with a kind of browser on a day. Unknown values are empty texts. */
export interface ClientCount {
  websiteId: number;
  day: number;
  browser: string;
  os: string;
  device: string;
  visits: number;
}

export interface SpoofedVisit {
  websiteId: number;
  day: number;
  botId: number;
  ip: string | null;
  pageId: number | null;
  time: number;
}

/** What the visits of a transaction add to the counts. */
export interface VisitCounts {
  statuses: StatusCount[];
  lateHours: HourCount[];
  latePages: PageCount[];
  referrals: ReferralCount[];
  clients: ClientCount[];
  spoofed: SpoofedVisit[];
}

const HOUR_MS = 3_600_000;
const HOUR_SECONDS = 3_600;
const HOURS_OF_DAY = 24;
const FIRST_ERROR = 400;
const PEOPLE = 0;
const SPOOFED = verificationCode('spoofed');

/**
 * Counts visits, each as often as there are roll-ups that have it. `count_visits` counts the same in the
 * database, from the rows.
 *
 * @param lateBefore epoch milliseconds; older visits are late
 */
export function countsOf(batches: readonly VisitColumns[], lateBefore: number): VisitCounts {
  const counter = new Counter(lateBefore);
  for (const visits of batches) counter.add(visits);
  return counter.counts();
}

interface BotOfHour {
  statuses: StatusCount[];
  late: HourCount | undefined;
}

interface Hour {
  websiteId: number;
  /** Epoch milliseconds: its start, and that of the next hour. */
  from: number;
  end: number;
  /** Its start, epoch seconds. */
  seconds: number;
  bots: Map<number, BotOfHour>;
  day: Day;
}

interface Day {
  seconds: number;
  /** Late visits by bot and page. */
  pages: Map<number, Map<number, PageCount>>;
  /** Visits of people by their client. */
  clients: Map<Client, number>;
}

interface WebsiteHours {
  websiteId: number;
  hours: Map<number, Hour>;
  days: Map<number, Day>;
}

/** Keys are small whole numbers, which a Map finds much faster than texts. */
class Counter {
  private readonly websites = new Map<number, WebsiteHours>();
  private readonly statuses: StatusCount[] = [];
  private readonly lateHours: HourCount[] = [];
  private readonly referrals = new Map<string, ReferralCount>();
  private readonly spoofed: SpoofedVisit[] = [];

  constructor(private readonly lateBefore: number) {}

  add(visits: VisitColumns): void {
    const { count, times, websiteIds } = visits;
    let hour: Hour | undefined;
    for (let row = 0; row < count; row++) {
      const time = times[row] as number;
      const websiteId = websiteIds[row] as number;
      // Most visits are of the same hour as the one before.
      if (hour?.websiteId !== websiteId || time < hour.from || time >= hour.end)
        hour = this.hourOf(websiteId, time);
      this.addVisit(hour, visits, row);
    }
  }

  private addVisit(hour: Hour, visits: VisitColumns, row: number): void {
    const botId = visits.botIds[row] as number;
    let bot = hour.bots.get(botId);
    if (!bot) hour.bots.set(botId, (bot = { statuses: [], late: undefined }));
    this.addStatus(bot, hour, botId, visits.statusCodes[row] as number);
    if ((visits.times[row] as number) < this.lateBefore)
      this.addLate(bot, hour, botId, visits, row);
    if (botId === PEOPLE) this.addPerson(hour, visits, row);
    if (visits.verifications[row] === SPOOFED) this.addSpoofed(hour, visits, row);
  }

  counts(): VisitCounts {
    const { statuses, lateHours, spoofed } = this;
    const referrals = [...this.referrals.values()];
    const latePages = this.latePages();
    return { statuses, lateHours, latePages, referrals, clients: this.clients(), spoofed };
  }

  /**
   * In the order in which the database upserts them, because there are many, and it sorts what is in
   * order already in half the time.
   */
  private latePages(): PageCount[] {
    return inOrder(this.websites).flatMap(({ days }) =>
      inOrder(days).flatMap(({ pages }) => inOrder(pages).flatMap(inOrder)),
    );
  }

  private hourOf(websiteId: number, time: number): Hour {
    const website = madeOnce(this.websites, websiteId, () => newWebsite(websiteId));
    return madeOnce(website.hours, Math.floor(time / HOUR_MS), (number) => ({
      websiteId,
      from: number * HOUR_MS,
      end: (number + 1) * HOUR_MS,
      seconds: number * HOUR_SECONDS,
      bots: new Map(),
      day: madeOnce(website.days, Math.floor(number / HOURS_OF_DAY), newDay),
    }));
  }

  private addStatus(
    bot: BotOfHour,
    { websiteId, seconds: hour }: Hour,
    botId: number,
    statusCode: number,
  ): void {
    // There are few different ones, so a list is faster than a map.
    for (const known of bot.statuses)
      if (known.statusCode === statusCode) return void known.visits++;
    const status = { websiteId, hour, botId, statusCode, visits: 1 };
    bot.statuses.push(status);
    this.statuses.push(status);
  }

  private addLate(
    bot: BotOfHour,
    { websiteId, seconds, day }: Hour,
    botId: number,
    visits: VisitColumns,
    row: number,
  ): void {
    const time = visits.times[row] as number;
    if (bot.late === undefined) {
      bot.late = { websiteId, hour: seconds, botId, ...noVisits(), first: time, last: time };
      this.lateHours.push(bot.late);
    }
    addTo(bot.late, visits, row);
    if (time < bot.late.first) bot.late.first = time;
    if (time > bot.late.last) bot.late.last = time;
    const pageId = pageIdOf(visits, row);
    if (pageId === null) return;
    const pages = madeOnce(day.pages, botId, newMap<PageCount>);
    let page = pages.get(pageId);
    if (page === undefined) {
      page = { websiteId, day: day.seconds, botId, pageId, ...noVisits() };
      pages.set(pageId, page);
    }
    addTo(page, visits, row);
  }

  private addPerson({ websiteId, seconds: hour, day }: Hour, visits: VisitColumns, row: number) {
    const client = visits.clients[visits.clientOf[row] as number] as Client;
    day.clients.set(client, (day.clients.get(client) ?? 0) + 1);
    const source = visits.referers[visits.refererOf[row] as number]?.source;
    if (!source) return;
    const make = () => ({ websiteId, hour, source, visits: 0 });
    madeOnce(this.referrals, `${websiteId} ${hour} ${source}`, make).visits++;
  }

  private addSpoofed({ websiteId, day }: Hour, visits: VisitColumns, row: number): void {
    this.spoofed.push({
      websiteId,
      day: day.seconds,
      botId: visits.botIds[row] as number,
      ip: addressTextAt(visits.addresses, row),
      pageId: pageIdOf(visits, row),
      time: visits.times[row] as number,
    });
  }

  /** Clients that differ in what is not counted are counted together. */
  private clients(): ClientCount[] {
    const counts = new Map<string, ClientCount>();
    for (const { websiteId, days } of this.websites.values())
      for (const { seconds: day, clients } of days.values())
        for (const [client, visits] of clients) {
          const browser = client.browser ?? '';
          const os = client.os ?? '';
          const device = client.device ?? '';
          const key = `${websiteId} ${day} ${browser}\n${os}\n${device}`;
          const make = () => ({ websiteId, day, browser, os, device, visits: 0 });
          madeOnce(counts, key, make).visits += visits;
        }
    return [...counts.values()];
  }
}

const newWebsite = (websiteId: number): WebsiteHours => ({
  websiteId,
  hours: new Map(),
  days: new Map(),
});
const newMap = <Value>() => new Map<number, Value>();
const newDay = (day: number): Day => ({
  seconds: day * HOURS_OF_DAY * HOUR_SECONDS,
  pages: new Map(),
  clients: new Map(),
});
const noVisits = (): VisitSums => ({
  visits: 0,
  errors: 0,
  verified: 0,
  spoofed: 0,
  unverifiable: 0,
});

const pageIdOf = ({ pages, pageOf }: VisitColumns, row: number) =>
  pages[pageOf[row] as number]?.id ?? null;

function addTo(sums: VisitSums, { statusCodes, verifications }: VisitColumns, row: number): void {
  sums.visits++;
  if ((statusCodes[row] as number) >= FIRST_ERROR) sums.errors++;
  const verification = VERIFICATIONS[verifications[row] as number] ?? 'not_checked';
  if (verification !== 'not_checked') sums[verification]++;
}

/** Returns the values of a map in the order of their keys. */
function inOrder<Value>(map: ReadonlyMap<number, Value>): Value[] {
  return [...map].sort(([one], [other]) => one - other).map(([, value]) => value);
}

function madeOnce<Key, Value>(map: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make(key)));
  return value;
}
