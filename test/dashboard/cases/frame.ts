// The frame around the views: the groups of the header, the tabs below it, and how much room they take.
import type { Page } from 'playwright-core';
import { createWebsite } from '../../support/system-on-queue.js';
import { currentAddress } from '../browser/address.js';
import { resize } from '../browser/resize.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import { openView, type Stage } from '../stage.js';

/** The groups by their keys, and in each the views as addresses name them, with their titles. */
const GROUPS: readonly { key: string; group: string; views: readonly [string, string][] }[] = [
  {
    ...{ key: '1', group: 'Overview' },
    views: [
      ['', 'Overview'],
      ['live', 'Live'],
    ],
  },
  {
    ...{ key: '2', group: 'AI' },
    views: [
      ['ai', 'Companies'],
      ['coverage', 'Coverage'],
    ],
  },
  { key: '3', group: 'Bots', views: [['bots', 'Bots']] },
  {
    ...{ key: '4', group: 'Pages' },
    views: [
      ['pages', 'Pages'],
      ['answers', 'Responses'],
    ],
  },
  { key: '5', group: 'People', views: [['people', 'People']] },
  {
    ...{ key: '6', group: 'Trust' },
    views: [
      ['spoofed', 'Verification'],
      ['robots', 'Robots.txt'],
    ],
  },
  {
    ...{ key: '7', group: 'Sources' },
    views: [
      ['feeds', 'Log sources'],
      ['hosts', 'Hosts'],
      ['countries', 'Countries'],
    ],
  },
  { key: '8', group: 'Alerts', views: [['alerts', 'Alerts']] },
  { key: '9', group: 'Settings', views: [['settings', 'Settings']] },
];

/** How many rows the parts of the header take, by their middles. */
const ROWS = `new Set(Array.from(
  document.querySelectorAll('.top > :not(nav, .choices), .top nav a, .choices > *'),
  (part) => part.getBoundingClientRect(),
).filter(({ width }) => width > 0).map(({ top, height }) => Math.round((top + height / 2) / 8))).size`;

/** What stands in the header and is wider than its window. */
const TOO_WIDE = `Array.from(document.querySelectorAll('.top a, .top select, .top summary'))
  .filter((part) => part.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((part) => part.textContent)`;

const links = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name, exact: true }).getByRole('link');

const heading = (page: Page, view: string) =>
  page.getByRole('heading', { name: `${view} of example.com`, exact: true, level: 1 });

export function frame(stage: () => Stage): void {
  describe('the header', () => {
    it('has the groups of views, and the views of a group are tabs below it', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      expect(await links(page, 'Views').allInnerTexts()).toEqual(GROUPS.map(({ group }) => group));
      for (const { key, group, views } of GROUPS) {
        await page.keyboard.press(key);
        const titles = views.length > 1 ? views.map(([, title]) => title) : [];
        await heading(page, `${views[0]?.[1]}`).waitFor();
        expect(await links(page, `Views of ${group}`).allInnerTexts()).toEqual(titles);
        // Each address leads to its view, also those that were kept from before there were groups.
        for (const [name, title] of views) {
          await page.goto(addressWith(await currentAddress(page), name));
          await heading(page, title).waitFor();
          expect(await current(page, 'Views')).toEqual([
            [group, name === views[0]?.[0] ? 'page' : 'true'],
          ]);
          const tabs = titles.length > 0 ? [[title, 'page']] : [];
          expect(await current(page, `Views of ${group}`)).toEqual(tabs);
        }
      }
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('keeps days and filters from one view of a group to the next, and needs no mouse', async () => {
      const visitor = await stage().reader();
      const asked = { view: 'spoofed', period: 'last_30_days', bot: 'GPTBot' };
      const page = await openView(stage(), visitor, asked);
      await links(page, 'Views of Trust').getByText('Verification').focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await heading(page, 'Robots.txt').waitFor();
      expect(new URL(await currentAddress(page)).search).toMatch(
        /^\?view=robots&website=\w+&period=last_30_days&bot=GPTBot$/,
      );
      expect(await page.evaluate('document.activeElement.id')).toBe('main');
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it.each([1, 67])('has one row from 1024 px on, with %i websites', async (count) => {
      const { system, browser } = stage();
      const long = (at: number) => `${'a-very-long-name-of-a-'.repeat(2)}website-${at}.example`;
      const tenant = await system.createTenant({ domain: long(1) });
      for (let at = 2; at <= count; at++)
        await createWebsite(system.accounts, tenant.account, long(at));
      const storageState = await signedIn(browser, system.base, tenant.apiKey);
      const visitor = await Visitor.come(browser, system.base, { storageState });
      const website = tenant.website.public_id;
      const page = await visitor.open('./');
      for (const query of [
        '',
        `?website=${website}&start_date=2025-12-29&end_date=2026-11-28`,
        `?website=${website}&view=hosts&compare=previous`,
        `?website=${website}&view=feeds`,
      ]) {
        await page.goto(`./${query}`);
        await settled(page, visitor);
        for (const width of [1024, 1152, 1280, 1440, 1600, 1920]) {
          await resize(page, width, 900);
          expect([query, width, await page.evaluate(ROWS)]).toEqual([query, width, 1]);
        }
        for (const width of [320, 390, 640, 720, 1023, 1024, 1920]) {
          await resize(page, width, 900);
          expect([query, width, await page.evaluate(TOO_WIDE)]).toEqual([query, width, []]);
        }
      }
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('begins the name of the website at the left on a telephone', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      await resize(page, 390, 844);
      const align = "getComputedStyle(document.querySelector('select.website')).textAlign";
      expect(await page.evaluate(align)).toMatch(/^(?:left|start)$/);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}

/** The links of a navigation that are marked as current, and how. */
async function current(page: Page, name: string): Promise<(string | null)[][]> {
  const all = await links(page, name).all();
  const marks = await Promise.all(
    all.map(async (link) => [await link.innerText(), await link.getAttribute('aria-current')]),
  );
  return marks.filter(([, mark]) => mark !== null);
}

/** The address of a view, as it stood in links that people kept. */
function addressWith(address: string, view: string): string {
  const url = new URL(address);
  url.searchParams.delete('view');
  if (view) url.searchParams.set('view', view);
  return `${url}`;
}
