// Alerts and events: lists and marks show what the API has, and what is made on the page is there.
import { type Alert, ALERT_KINDS, type EventDocument } from '@app/contracts';
import type { Locator, Page } from 'playwright-core';
import { currentAddress } from '../browser/address.js';
import { get, send } from '../../support/http.js';
import { makeOdd } from '../../support/odd-website.js';
import type { Tenant } from '../../support/system-on-queue.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import type { Stage } from '../stage.js';
import { pageWords } from '../page-words.js';
import { panel } from './numbers.js';

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** Begins so many hours ago, and is open unless it is said when it closed. */
interface Told {
  kind: string;
  subject: string | null;
  opened: number;
  closed?: number;
  figures?: object;
}

const ERRORS = { visits: 350, error_visits: 42, share: 0.12, statuses: '404', from: ago(30) };
const UNUSUAL = { visits: 0, usual_visits: 36, hours: 3, from: ago(30), to: ago(27) };
const BOT_ERRORS: Told = { kind: 'errors', subject: 'GPTBot', opened: 30, figures: ERRORS };
const PAGE_ERRORS: Told = { kind: 'errors', subject: '/old', opened: 3, figures: ERRORS };
const FEWER: Told = {
  ...{ kind: 'unusual_visits', subject: 'Bytespider', opened: 25 },
  figures: { ...UNUSUAL, direction: 'below' },
};

export function alerts(stage: () => Stage): void {
  let tenant: Tenant;
  let written = 0;
  beforeEach(async () => {
    tenant = await stage().system.createTenant();
  });

  const ofWebsite = (path: string) => `/websites/${tenant.website.public_id}/${path}`;

  async function open(parameters: string, apiKey = tenant.apiKey): Promise<[Visitor, Page]> {
    const { browser, system } = stage();
    const storageState = await signedIn(browser, system.base, apiKey);
    const visitor = await Visitor.come(browser, system.base, { storageState });
    const page = await visitor.open(`./?website=${tenant.website.public_id}${parameters}`);
    await settled(page, visitor);
    return [visitor, page];
  }

  /** Writes events as a worker does, the first one first. */
  async function tell(...events: Told[]): Promise<void> {
    for (const { kind, subject, opened, closed, figures = {} } of events)
      await stage().system.database.pool.query(
        `INSERT INTO events (public_id, account_id, website_id, kind, subject, cause, opened_at, seen_at, closed_at, figures)
         VALUES ('ev_' || $2::integer || 'x' || $3::integer, $1, $2, $4, $5, $3::text, $6, $6, $7, $8)`,
        [
          ...[tenant.account.id, tenant.website.id, written++, kind, subject, ago(opened)],
          ...[closed === undefined ? null : ago(closed), figures],
        ],
      );
  }

  async function eventsOf(query: string): Promise<EventDocument[]> {
    const { body } = await get(stage().system.base, ofWebsite(`events?${query}`), tenant.apiKey);
    return body.data.events as EventDocument[];
  }
  async function alertsOf(): Promise<Alert[]> {
    const { body } = await get(stage().system.base, ofWebsite('alerts'), tenant.apiKey);
    return body.data.alerts as Alert[];
  }
  const words = async (events: EventDocument[]) => events.map((await pageWords()).eventInWords);
  const listed = (part: Locator) => part.locator('li a').allInnerTexts();

  describe('alerts', () => {
    it('show their events as the API has them: open ones first, by kind, in parts', async () => {
      const closed = Array.from({ length: 60 }, (_, at) => ({
        ...{ ...BOT_ERRORS, subject: `Bot ${at}`, opened: 600 - at, closed: 500 },
      }));
      const moment = { first_visit: ago(3), provider: 'Acme\u202e', category: 'ai_search' };
      const added = { kind: 'new_bot', subject: '<b>Newbot</b>', opened: 2, closed: 2 };
      await tell(...closed, BOT_ERRORS, FEWER, { ...added, figures: moment });
      const [visitor, page] = await open('&view=alerts');
      const isClosed = ({ closed_at }: EventDocument) => closed_at !== null;
      const newest = await eventsOf('limit=50');
      const next = (await eventsOf('limit=100')).slice(50);
      const over = panel(page, 'Events that are over');
      expect(await listed(panel(page, 'Open events'))).toEqual(
        await words(await eventsOf('open=true')),
      );
      expect((await listed(over)).map((text) => text.replace('\\u202e', '\u202e'))).toEqual(
        await words(newest.filter(isClosed)),
      );
      expect(await panel(page, 'Open events').innerText()).toContain('error visits: 42');
      expect(await faultsOfLook(page, 'alerts-events')).toEqual([]);

      await over.getByRole('link', { name: 'Earlier events' }).click();
      await settled(page, visitor);
      expect(await listed(panel(page, 'Earlier events'))).toEqual(await words(next));
      expect(await currentAddress(page)).toContain(`cursor=${newest.at(-1)?.id}`);
      await page.reload();
      await settled(page, visitor);
      expect(await listed(panel(page, 'Earlier events'))).toEqual(await words(next));

      await page.getByLabel('Kind of events').selectOption('unusual_visits');
      await settled(page, visitor);
      expect(await currentAddress(page)).toMatch(/view=alerts&website=ws_\w+&kind=unusual_visits$/);
      expect(await listed(panel(page, 'Open events'))).toEqual(
        await words(await eventsOf('open=true&kind=unusual_visits')),
      );
      await panel(page, 'Open events')
        .getByRole('link', { name: /^Bytespider made/ })
        .click();
      await settled(page, visitor);
      expect(new URL(await currentAddress(page)).search).toMatch(
        /view=bots&website=ws_\w+&start_date=[\d-]+&end_date=[\d-]+&bot=Bytespider&interval=hour$/,
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('are made of every kind as the API would, changed, paused and deleted', async () => {
      const [visitor, page] = await open('&view=alerts&tab=rules');
      const form = page.getByRole('form', { name: 'Make an alert' });
      const kinds = await form.getByLabel('What to tell').locator('option').all();
      const values = await Promise.all(kinds.map((option) => option.getAttribute('value')));
      for (const [at, kind] of values.entries()) {
        await form.getByLabel('What to tell').selectOption(kind);
        await form.getByRole('button', { name: 'Make the alert' }).click();
        await page.locator('.items > li').nth(at).waitFor();
      }
      const made = await alertsOf();
      expect(made.map(({ kind }) => kind)).toEqual(values);
      const { alertInWords } = await pageWords();
      const titles = page.locator('.items .what > b');
      expect(await titles.allInnerTexts()).toEqual(made.map(alertInWords));
      expect(await faultsOfLook(page, 'alerts-rules')).toEqual([]);

      const item = (kind: string) => page.locator('.items > li').nth(values.indexOf(kind));
      await item('errors').getByRole('button', { name: 'Change' }).click();
      const change = page.getByRole('form', { name: 'Change the alert' });
      await change.getByLabel('Whose visits').fill('ai_search');
      await change
        .getByLabel('Tell when at least this percentage of visits get an error')
        .fill('0.7');
      await change.getByLabel('Which errors').fill('404');
      expect(await faultsOfLook(page, 'alerts-change')).toEqual([]);
      await change.getByRole('button', { name: 'Save' }).click();
      await change.waitFor({ state: 'detached' });
      await item('spoofed').getByRole('button', { name: 'Pause' }).click();
      await item('spoofed').getByText('paused').waitFor();
      await item('dead_entries').getByRole('button', { name: 'Delete' }).click();
      await item('dead_entries').getByRole('button', { name: 'Delete it' }).click();
      await titles.nth(values.length - 1).waitFor({ state: 'detached' });
      const now = await alertsOf();
      expect(now).toMatchObject([
        ...[{}, {}, { category: 'ai_search', share: 0.007, statuses: '404', least: 20 }],
        ...[{ enabled: false }, {}, {}, {}, {}, {}, {}, {}],
      ]);
      await settled(page, visitor);
      expect(await titles.allInnerTexts()).toEqual(now.map(alertInWords));
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('are made of every kind by one click, where there is none', async () => {
      const [visitor, page] = await open('&view=alerts&tab=rules');
      expect(await faultsOfLook(page, 'alerts-none')).toEqual([]);
      await page.getByRole('button', { name: 'Make the usual alerts' }).click();
      await page
        .locator('.items > li')
        .nth(ALERT_KINDS.length - 1)
        .waitFor();
      expect((await alertsOf()).map(({ kind }) => kind)).toEqual(ALERT_KINDS);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('say why one cannot be made, and offer nothing to whoever may only read', async () => {
      const [visitor, page] = await open('&view=alerts&tab=rules');
      await send(
        stage().system.base,
        tenant.apiKey,
        `POST /websites/${tenant.website.public_id}/alerts`,
        {
          kind: 'feed_silent',
        },
      );
      const form = page.getByRole('form', { name: 'Make an alert' });
      await form.getByLabel('What to tell').selectOption('feed_silent');
      await form.getByLabel('Which log source').fill('No such feed');
      await form.getByRole('button', { name: 'Make the alert' }).click();
      await form.getByRole('alert').getByText('the name of a feed').waitFor();
      expect(visitor.takeFaults().filter((fault) => !fault.includes('400'))).toEqual([]);
      await visitor.leave();

      const body = { name: 'r', scope: 'read' };
      const key = await send(stage().system.base, tenant.apiKey, 'POST /keys', body);
      const [other, seen] = await open('&view=alerts&tab=rules', key.body.data.key);
      await seen.getByText('which may read everything and change nothing').waitFor();
      expect(await seen.locator('.items > li').count()).toBe(1);
      expect(await seen.getByRole('main').getByRole('button').allInnerTexts()).toEqual([]);
      expect(other.takeFaults()).toEqual([]);
      await other.leave();
    });
  });

  describe('events', () => {
    const flagsOf = async (chart: Locator) =>
      ((await chart.locator('path.events').getAttribute('d')) ?? '').match(/M/g)?.length;
    const dayInFull = (iso: string) =>
      new Intl.DateTimeFormat('en-GB', {
        ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
      }).format(new Date(iso));

    /** What is read out at each bucket, from the first to the last one. */
    async function readOut(chart: Locator): Promise<string[]> {
      const slider = chart.getByRole('slider');
      const read: string[] = [];
      const count = Number(await slider.getAttribute('aria-valuemax'));
      for (let at = 1; at <= count; at++) {
        await slider.press(at === 1 ? 'Home' : 'ArrowRight');
        await chart.page().locator(`[role=slider][aria-valuenow="${at}"]`).waitFor();
        read.push((await slider.getAttribute('aria-valuetext')) ?? '');
      }
      return read;
    }

    it('are marked on the charts, read out, and listed beside the numbers', async () => {
      await makeOdd(stage().system, tenant);
      await tell({ ...BOT_ERRORS, opened: 24 * 20 }, BOT_ERRORS, PAGE_ERRORS);
      const { eventInWords } = await pageWords();
      const told = (await eventsOf('')).slice(0, 2).map((event) => ({
        ...{ day: dayInFull(event.opened_at), in_words: eventInWords(event) },
      }));
      const [visitor, page] = await open('');
      const chart = panel(page, 'Visits');
      expect(await flagsOf(chart)).toBe(2);
      expect(await chart.locator('.legend').innerText()).toMatch(/Events\s+2$/);
      const said = (await readOut(chart)).filter((text) => text.includes(' visits ('));
      expect(said).toEqual(
        told
          .map(({ day, in_words }): unknown =>
            expect.stringMatching(
              new RegExp(
                `^${day}( \\(not over yet\\))?: .*\\. ${in_words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
              ),
            ),
          )
          .reverse(),
      );
      await chart.getByText('Show as table').click();
      await chart.getByRole('table').waitFor();
      expect(await chart.locator('.as-table p').allInnerTexts()).toEqual(
        told.map(({ day, in_words }) => `${day}: ${in_words}`),
      );
      expect(await faultsOfLook(page, 'events-on-chart')).toEqual([]);

      await page.goto(`./?website=${tenant.website.public_id}&view=bots&bot=GPTBot`);
      await settled(page, visitor);
      const ofBot = panel(page, 'Visits by status code');
      expect(await flagsOf(ofBot)).toBe(1);
      await ofBot.getByText('Show as table').click();
      await ofBot.getByRole('table').waitFor();
      expect(await ofBot.locator('.as-table p').allInnerTexts()).toEqual([
        `${told[1]?.day}: ${told[1]?.in_words}`,
      ]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('that are open stand on the overview, and nothing is said twice', async () => {
      await makeOdd(stage().system, tenant);
      const look = async () => {
        const [visitor, page] = await open('');
        const part = panel(page, 'Insights');
        const texts = await part.getByRole('link').allInnerTexts();
        return { visitor, page, part, texts };
      };
      const before = await look();
      await before.visitor.leave();
      await tell(PAGE_ERRORS, FEWER, { ...BOT_ERRORS, closed: 20 });
      const { visitor, page, part, texts } = await look();
      const told = await words(await eventsOf('open=true'));
      expect(told).toHaveLength(2);
      expect(texts.slice(0, 2).map((text) => text.replace(/ Open since.*$/, ''))).toEqual(told);
      expect(texts.slice(2)).toEqual(
        before.texts.filter((text) => !/^(?:\/old answered|Bytespider has not come)/.test(text)),
      );
      expect(before.texts.length).toBe(texts.length);
      expect(await faultsOfLook(page, 'events-on-overview')).toEqual([]);
      await part.getByRole('link', { name: /^\/old answered/ }).click();
      await settled(page, visitor);
      expect(await currentAddress(page)).toMatch(/view=pages.*exact_path=\/old$/);

      await tell(...Array.from({ length: 20 }, (_, at) => ({ ...BOT_ERRORS, subject: `B${at}` })));
      await page.goto(`./?website=${tenant.website.public_id}`);
      await part.getByRole('link', { name: 'More events are open' }).click();
      await settled(page, visitor);
      expect(await listed(panel(page, 'Open events'))).toEqual(
        await words(await eventsOf('open=true')),
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
