import { addressTextAt, verificationCode, VERIFICATIONS } from '@app/contracts';
import { type ClientCount, ClientsOfDay, PeopleOfBatch } from './client-counts.js';
import { madeOnce } from './made-once.js';
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
  /** Late visits of the whole day by page. */
  pages: Map<number, PageCount>;
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
  /** Visits of people. */
  clients: ClientsOfDay;
}

interface WebsiteHours {
  websiteId: number;
  /** The one of the visit before. */
  hour: Hour | undefined;
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
    const { count, times, websiteIds, botIds, clientOf } = visits;
    const people = new PeopleOfBatch(visits.clients);
    for (let row = 0; row < count; row++) {
      const time = times[row] as number;
      const website = madeOnce(this.websites, websiteIds[row] as number, newWebsite);
      // Most visits are of the same hour as the one before to their website.
      if (!website.hour || time < website.hour.from || time >= website.hour.end)
        website.hour = hourOf(website, time);
      this.addVisit(website.hour, visits, row);
      if (botIds[row] !== PEOPLE) continue;
      people.add(website.hour.day.clients, clientOf[row] as number);
      this.addReferral(website.hour, visits, row);
    }
    people.end();
  }

  private addVisit(hour: Hour, visits: VisitColumns, row: number): void {
    const botId = visits.botIds[row] as number;
    let bot = hour.bots.get(botId);
    if (!bot) {
      const pages = madeOnce(hour.day.pages, botId, newPages);
      hour.bots.set(botId, (bot = { statuses: [], late: undefined, pages }));
    }
    this.addStatus(bot, hour, botId, visits.statusCodes[row] as number);
    if ((visits.times[row] as number) < this.lateBefore)
      this.addLate(bot, hour, botId, visits, row);
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
    let page = bot.pages.get(pageId);
    if (page === undefined) {
      page = { websiteId, day: day.seconds, botId, pageId, ...noVisits() };
      bot.pages.set(pageId, page);
    }
    addTo(page, visits, row);
  }

  private addReferral({ websiteId, seconds: hour }: Hour, visits: VisitColumns, row: number): void {
    const source = visits.referers[visits.refererOf[row] as number]?.referralSource;
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

  private clients(): ClientCount[] {
    const counts: ClientCount[] = [];
    for (const { days } of this.websites.values())
      for (const { clients } of days.values()) counts.push(...clients.counts());
    return counts;
  }
}

function hourOf({ websiteId, hours, days }: WebsiteHours, time: number): Hour {
  return madeOnce(hours, Math.floor(time / HOUR_MS), (number) => ({
    websiteId,
    from: number * HOUR_MS,
    end: (number + 1) * HOUR_MS,
    seconds: number * HOUR_SECONDS,
    bots: new Map(),
    day: madeOnce(days, Math.floor(number / HOURS_OF_DAY), (day) => newDay(websiteId, day)),
  }));
}

const newWebsite = (websiteId: number): WebsiteHours => ({
  websiteId,
  hour: undefined,
  hours: new Map(),
  days: new Map(),
});
const newPages = () => new Map<number, PageCount>();
function newDay(websiteId: number, day: number): Day {
  const seconds = day * HOURS_OF_DAY * HOUR_SECONDS;
  return { seconds, pages: new Map(), clients: new ClientsOfDay(websiteId, seconds) };
}

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

/** Returns the values of a map in the order of their keys. Numbers alone are sorted much faster. */
function inOrder<Value>(map: ReadonlyMap<number, Value>): Value[] {
  const values: Value[] = [];
  for (const key of Float64Array.from(map.keys()).sort()) values.push(map.get(key) as Value);
  return values;
}
