import { setTimeout as sleep } from 'node:timers/promises';
import type { LabBrowser, Profile, ProfileOptions, Tab } from '../browsers/browser.js';
import type { Lab } from '../lab.js';
import { MovedClock } from '../log/moved-clock.js';
import type { Visit } from '../log/visit.js';
import { type Door, openDoor } from '../server/door.js';
import { originOf, SEARCH } from '../server/websites.js';

/** What is known of a visit before it begins. */
export type Plan = Pick<Visit, 'website' | 'persona' | 'label'>;

/** As long as browsers may need to load what a page asks for later. */
const SETTLED_MS = 350;
const HOUR_MS = 3_600_000;
/** No visit begins so late that it could reach into the next day. */
const LAST_HOUR = 20;

/** Notes a visit that begins at some time of a day, from an address of its own. */
export function beginVisit(lab: Lab, plan: Plan, tool: Visit['tool'], day: number): Visit {
  const start = (lab.days[day] as number) + (1 + lab.random() * (LAST_HOUR - 1)) * HOUR_MS;
  const visit = { ...plan, tool, address: lab.addresses.next(), clock: new MovedClock(start) };
  lab.visits.push(visit);
  return visit;
}

/** One who visits a website with a browser. */
export class Guest {
  private constructor(
    private readonly lab: Lab,
    private visit: Visit,
    private readonly door: Door,
    private readonly profile: Profile,
  ) {}

  get tab(): Tab {
    return this.profile.tab;
  }

  static async come(
    lab: Lab,
    plan: Plan,
    browser: LabBrowser,
    options: Omit<ProfileOptions, 'door'> = {},
  ): Promise<Guest> {
    const visit = beginVisit(lab, plan, browser.name, 0);
    const door = await openDoor(lab.hosts, lab.port, visit.address);
    const profile = await browser.open({ door: door.port, ...options });
    return new Guest(lab, visit, door, profile);
  }

  addressOf(path: string): string {
    return `${originOf(this.visit.website)}${path}`;
  }

  /** Comes by a link of another website. */
  async comeFromSearch(path = '/'): Promise<void> {
    const to = new URLSearchParams({ to: this.addressOf(path) });
    await this.tab.visit(`https://${SEARCH}/?${to.toString()}`);
    await this.tab.click('#to');
  }

  /** Types an address, or takes a bookmark. */
  async goTo(path: string): Promise<void> {
    await this.tab.visit(this.addressOf(path));
  }

  async follow(path: string): Promise<void> {
    await this.tab.click(`a[href="${path}"]`);
  }

  async followInNewTab(path: string): Promise<void> {
    await this.tab.clickForNewTab(`a[href="${path}"]`);
  }

  /** Reads for some time, of which only a moment really passes. */
  async read(least = 8, most = 90): Promise<void> {
    await sleep(SETTLED_MS);
    this.visit.clock.pass(1_000 * (least + this.lab.random() * (most - least)));
  }

  /** Comes again on the next day from another address, with what it has in its cache. */
  async nextDay(persona: string): Promise<void> {
    await sleep(SETTLED_MS);
    const { website, label, tool } = this.visit;
    this.visit = beginVisit(this.lab, { website, persona, label }, tool as 'chromium', 1);
    this.door.comeFrom(this.visit.address);
  }

  async leave(): Promise<void> {
    await sleep(SETTLED_MS);
    await this.profile.close();
    await this.door.close();
  }
}
