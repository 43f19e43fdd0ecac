import { DAY_MS, type DayOfDisobedience, type DisobedienceOfBot, HOUR_MS } from '@app/alerts';
import type { Logger } from '@app/observability';
import { type Obedience, readObedience, textsOfDays } from '@app/robots';
import { isInfrastructureError, type Pool, RobotsReader, RobotsTexts } from '@app/storage';

/** Pages are judged one by one, which takes more than reading a row. */
const LOOKED_AT_EVERY_MS = HOUR_MS;
/** A pattern may be as long as a line, and an event is a message. */
const LONGEST_RULE = 200;

interface Known {
  at: number;
  day: number;
  /** Undefined when they could not be read. */
  bots: DisobedienceOfBot[] | undefined;
}

/** Which bots disobeyed the robots.txt of websites today and yesterday, kept in memory. */
export class KnownDisobedience {
  private readonly known = new Map<number, Known>();
  private readonly reader: RobotsReader;
  private readonly texts: RobotsTexts;

  constructor(
    pool: Pool,
    private readonly logger: Logger,
  ) {
    this.reader = new RobotsReader(pool);
    this.texts = new RobotsTexts(pool);
  }

  /** Returns the websites at which it is time to look again: after an hour, and on a new day. */
  due(websites: readonly number[], now: number): number[] {
    return websites.filter((id) => {
      const known = this.known.get(id);
      return !known || known.day !== dayOf(now) || now - known.at >= LOOKED_AT_EVERY_MS;
    });
  }

  /** A website that cannot be read must not keep the others waiting, and has its next turn later. */
  async learn(websiteId: number, now: number): Promise<void> {
    let bots: DisobedienceOfBot[] | undefined;
    try {
      bots = await this.readDays(websiteId, dayOf(now));
    } catch (error) {
      if (isInfrastructureError(error)) throw error;
      this.logger.error({ err: error, websiteId }, 'robots.txt could not be judged for alerts');
    }
    this.known.set(websiteId, { at: now, day: dayOf(now), bots });
  }

  /** Returns undefined when nobody looked today. */
  of(websiteId: number, now: number): readonly DisobedienceOfBot[] | undefined {
    const known = this.known.get(websiteId);
    return known?.day === dayOf(now) ? known.bots : undefined;
  }

  /** Forgets all other websites. */
  keepOnly(websites: ReadonlySet<number>): void {
    for (const id of this.known.keys()) if (!websites.has(id)) this.known.delete(id);
  }

  private async readDays(websiteId: number, today: number): Promise<DisobedienceOfBot[]> {
    const ofToday = await this.read(websiteId, today);
    const ofYesterday = await this.read(websiteId, today - DAY_MS);
    const named = (rows: readonly Obedience[]) => new Map(rows.map((row) => [row.name, row]));
    const [todays, yesterdays] = [named(ofToday), named(ofYesterday)];
    const bots = [...new Map([...yesterdays, ...todays]).values()].map(({ name, category }) => ({
      ...{ bot: name, category },
      today: dayFrom(today, todays.get(name)),
      yesterday: dayFrom(today - DAY_MS, yesterdays.get(name)),
    }));
    return bots.filter((bot) => bot.today.visits + bot.yesterday.visits > 0);
  }

  private async read(websiteId: number, day: number): Promise<Obedience[]> {
    const days = { from: new Date(day), to: new Date(day + DAY_MS) };
    const date = dateOf(day);
    const texts = textsOfDays(await this.texts.inForce(websiteId, date, date), days);
    if (texts.length === 0) return [];
    const visits = await this.reader.visitsOf(websiteId, days);
    return readObedience(visits, { days, texts });
  }
}

const dayOf = (moment: number): number => moment - (moment % DAY_MS);
const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Who came in the name of the bot from elsewhere did not have to know what is allowed to it. */
function dayFrom(day: number, row: Obedience | undefined): DayOfDisobedience {
  const visits = row ? row.disallowed_visits - row.disallowed_spoofed_visits : 0;
  const [most] = row?.samples ?? [];
  const rule = most?.rule.slice(0, LONGEST_RULE);
  return { day: dateOf(day), visits, most: most && { path: most.path, rule: rule ?? '' } };
}
