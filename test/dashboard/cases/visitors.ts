// How many visitors came on a day, and why visits are not judged: in the view of people, and in the
// tile of the overview.
import { type LogEntryInput, NOT_JUDGED } from '@app/contracts';
import { aLogEntryInput, CHROME, eventually } from '@app/testing';
import type { Page } from 'playwright-core';
import { ingest, send } from '../../support/http.js';
import { type Reading, readVisitors } from '../../support/reports.js';
import type { Tenant } from '../../support/system-on-queue.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { resize } from '../browser/resize.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import { judgeVisitors } from '../data.js';
import { openView, type Stage } from '../stage.js';
import { csvOf, downloaded, inFull, panel, rowsOf } from './numbers.js';

const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const DAYS = 'period=last_30_days';
const TITLE = 'Visitors a day';
const MEANING = 'What this means, and how sure it is';

/** The middle of a UTC day, and so many minutes later. */
const at = (ago: number, minutes = 0) => Date.parse(`${day(ago)}T12:00:00Z`) + minutes * 60_000;
const entry = (fields: Partial<LogEntryInput>) =>
  aLogEntryInput({ host: 'mixed.example', path: '/', user_agent: CHROME, ...fields });

/** Readers who load a page with its files. */
function readers(count: number, ago: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const [ip, timestamp] = [`192.0.2.${index + 1}`, at(ago, index)];
    const file = { ip, timestamp, referer: 'https://mixed.example/' };
    return [
      ...[entry({ ip, timestamp }), entry({ ...file, path: '/style.css' })],
      entry({ ...file, path: '/logo.png' }),
    ];
  }).flat();
}

/** Six readers, a day without any address, and four readers beside visits that are not judged. */
const ENTRIES = [
  ...readers(6, 3),
  ...[1, 2, 3, 4].map((minutes) => entry({ ip: '', timestamp: at(2, minutes) })),
  ...readers(4, 1),
  entry({ ip: '', timestamp: at(1) }),
  ...[1, 2].map((last) => entry({ ip: `10.0.0.${last}`, timestamp: at(1, last) })),
];
const MIXED = { start_date: day(3), end_date: day(1) };

/** Of an even number of counts. */
function medianOf(counts: number[]): number {
  const sorted = [...counts].sort((one, other) => one - other);
  const half = sorted.length / 2;
  return Math.round(((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2);
}
const askedOf = ({ requests }: Visitor) =>
  requests.filter(({ path }) => path.includes('/visitors?'));

export function visitors(stage: () => Stage): void {
  let mixed: Tenant;
  beforeAll(async () => {
    const { system } = stage();
    mixed = await system.createTenant({ domain: 'mixed.example' });
    await ingest(system.base, mixed.botKey, ENTRIES);
    await system.untilVisits(mixed.website, ENTRIES.length);
    await judgeVisitors(system);
  });

  const reading = ({ apiKey, website }: Tenant = stage().tenant): Reading => ({
    ...{ base: stage().system.base, apiKey, id: website.public_id },
  });
  /** Opens the website of which not all is judged. */
  async function openMixed(parameters: Record<string, string>): Promise<[Visitor, Page]> {
    const { browser, system } = stage();
    const storageState = await signedIn(browser, system.base, mixed.apiKey);
    const visitor = await Visitor.come(browser, system.base, { storageState });
    const page = await visitor.open(`./?${new URLSearchParams(parameters).toString()}`);
    await settled(page, visitor);
    return [visitor, page];
  }
  async function leave(visitor: Visitor): Promise<void> {
    expect(visitor.takeFaults()).toEqual([]);
    await visitor.leave();
  }

  describe('visitors in the view of people', () => {
    it('are those of the API by day, without a sum, and can be downloaded', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'people', period: 'last_30_days' });
      const { days } = await readVisitors(reading(), DAYS);
      const chart = panel(page, TITLE);
      // The fourteen days of the log are over; before them, nobody came.
      const counts = days.slice(-15, -1).map(({ people_visitors: people }) => people ?? 0);
      const [usual, most] = [medianOf(counts), Math.max(...counts)];
      expect(await chart.innerText()).toMatch(
        new RegExp(
          `On an ordinary day, ${usual} visitors were people \\(median of the 14 days that are judged and over\\)\\. Most came on .*: ${inFull(most)}\\.`,
        ),
      );
      expect(await chart.innerText()).toContain('Days are not added up');
      expect(await chart.locator('.legend li').allInnerTexts()).toEqual([
        ...['People', 'Undecided', 'Automation'],
      ]);
      await chart.getByText('Show as table').click();
      expect((await rowsOf(chart.getByRole('table'))).map((row) => row.slice(1))).toEqual(
        days.map(({ people_visitors, undecided_visitors, automation_visitors }) =>
          [people_visitors, undecided_visitors, automation_visitors].map(inFull),
        ),
      );
      expect(await downloaded(page, `CSV of ${TITLE}`)).toBe(
        await csvOf(reading(), `visitors?${DAYS}&`),
      );
      expect(await panel(page, 'Not judged, and why').count()).toBe(0);
      await leave(visitor);
    });

    it('are figures where it is one day', async () => {
      const visitor = await stage().reader();
      const one = { start_date: day(3), end_date: day(3) };
      const page = await openView(stage(), visitor, { view: 'people', ...one });
      const query = new URLSearchParams(one).toString();
      const [only] = (await readVisitors(reading(), query)).days;
      const shown = panel(page, TITLE);
      expect(await shown.innerText()).toMatch(
        new RegExp(
          `^${TITLE}[^]*\\s${inFull(only?.people_visitors ?? NaN)} visitors were people on `,
        ),
      );
      expect(await shown.locator('dd b').allInnerTexts()).toEqual(
        [only?.people_visitors, only?.undecided_visitors, only?.automation_visitors].map((count) =>
          inFull(count ?? NaN),
        ),
      );
      expect(await downloaded(page, 'CSV of visitors of this day')).toBe(
        await csvOf(reading(), `visitors?${query}&`),
      );
      await leave(visitor);
    });

    it('are not zero on days that are not judged, and the page says why and what to do', async () => {
      const [visitor, page] = await openMixed({ view: 'people', ...MIXED });
      const { days, not_judged } = await readVisitors(
        reading(mixed),
        new URLSearchParams(MIXED).toString(),
      );
      expect(days.map(({ people_visitors: people }) => people)).toEqual([6, null, 4]);
      const chart = panel(page, TITLE);
      expect(await chart.innerText()).toContain('On an ordinary day, 5 visitors were people');
      expect(await chart.innerText()).toContain('1 day is not judged.');
      const slider = chart.getByRole('slider');
      await slider.focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      expect(await slider.getAttribute('aria-valuetext')).toMatch(
        / \(not judged\): People –, Undecided –, Automation –$/,
      );
      expect(await chart.locator('.legend b').allInnerTexts()).toEqual(['–', '–', '–']);
      await page.keyboard.press('ArrowRight');
      expect(await chart.locator('.legend b').allInnerTexts()).toEqual(['4', '0', '0']);
      expect(await chart.locator('.legend .total').count()).toBe(0);
      await chart.getByText('Show as table').click();
      const rows = await rowsOf(chart.getByRole('table'));
      expect(rows[1]?.[0]).toMatch(/not judged$/);
      expect(rows.map((row) => row.slice(1))).toEqual([
        ...[
          ['6', '0', '0'],
          ['–', '–', '–'],
          ['4', '0', '0'],
        ],
      ]);
      const list = panel(page, 'Not judged, and why');
      expect(not_judged.map(({ reason, visits }) => [reason, visits])).toEqual([
        ['no_address', 5],
        ['shared_address', 2],
      ]);
      expect(await list.innerText()).toContain('7 visits of browsers are not judged.');
      await list.getByTitle(MEANING).click();
      await list.getByRole('link', { name: 'How we count people' }).waitFor();
      await list.getByTitle(MEANING).click();
      const shown = await rowsOf(list.getByRole('table'));
      expect(shown.map(([, share, visits]) => [share, visits])).toEqual([
        ['71%', '5'],
        ['29%', '2'],
      ]);
      expect(shown.map(([words]) => words?.toLowerCase())).toEqual(
        (['no_address', 'shared_address'] as const).map((reason) =>
          `${NOT_JUDGED[reason].why}.\n${NOT_JUDGED[reason].remedy}.`.toLowerCase(),
        ),
      );
      expect(shown[0]?.[0]).toMatch(/^The log has no address of the visitor\.\nLog the address/);
      await chart.getByText('Show as table').click();
      expect(await faultsOfLook(page, 'people-not-judged')).toEqual([]);
      await leave(visitor);
    });

    it('are of all visitors and of UTC days, and the page says so', async () => {
      const [visitor, page] = await openMixed({
        ...{ view: 'people', timezone: 'Asia/Tokyo', bot: 'GPTBot', ...MIXED },
      });
      const text = await panel(page, TITLE).innerText();
      expect(text).toContain('Of all visitors: filters do not change this chart.');
      expect(text).toContain('Visitors are counted by days of UTC, whatever the time zone is.');
      expect(await panel(page, 'Not judged, and why').innerText()).toContain(
        'filters do not change this list',
      );
      expect(askedOf(visitor).map(({ status }) => status)).toEqual([200]);
      await leave(visitor);
    });

    it('are not asked for of more days than one answer has', async () => {
      const most = { view: 'people', start_date: day(1_099), end_date: day(0) };
      const [visitor, page] = await openMixed(most);
      await panel(page, TITLE).getByRole('slider').waitFor();
      expect(askedOf(visitor)).toHaveLength(1);
      await page.goto(`./?${new URLSearchParams({ ...most, start_date: day(1_100) }).toString()}`);
      await panel(page, TITLE)
        .getByText('Visitors are shown for at most 1,100 days, and these are 1,101.')
        .waitFor();
      await settled(page, visitor);
      expect(askedOf(visitor)).toHaveLength(1);
      await leave(visitor);
    });
  });

  describe('visitors in the tile of people', () => {
    const line = (page: Page) => panel(page, 'People').locator('.visitors');

    it('are those of a usual day or, of one day, its own', async () => {
      const visitor = await stage().reader();
      for (const [parameters, words] of [
        [{ period: 'last_30_days' }, /^about \d+ visitors a day$/],
        [{ start_date: day(3), end_date: day(3) }, /^\d+ visitors$/],
      ] as const) {
        const page = await openView(stage(), visitor, parameters);
        expect(await line(page).innerText()).toMatch(words);
        const query = new URLSearchParams(parameters).toString();
        const { days } = await readVisitors(reading(), query);
        const counts = days.map(({ people_visitors: people }) => people ?? 0);
        expect(Number(/\d+/.exec(await line(page).innerText())?.[0])).toBe(
          counts.length === 1 ? counts[0] : medianOf(counts.slice(-15, -1)),
        );
      }
      await leave(visitor);
    });

    it.each([320, 390, 1_280])('move nothing when they come, at %i px', async (width) => {
      const [visitor, page] = await openMixed({ view: 'settings' });
      await resize(page, width, 900);
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/\/visitors\?/, async (route) => {
        await isAnswered;
        await route.continue();
      });
      await page.goto(`./?${new URLSearchParams(MIXED).toString()}`);
      await line(page).waitFor({ state: 'attached' });
      await eventually(async () => expect(await page.locator('.skeleton').count()).toBe(0));
      const place = () => panel(page, 'Visits').boundingBox();
      const before = await place();
      expect(await line(page).innerText()).toBe('');
      answer();
      await settled(page, visitor);
      expect(await line(page).innerText()).toBe('about 5 visitors a day');
      expect(await place()).toEqual(before);
      await leave(visitor);
    });

    it.each<[string, Record<string, string>]>([
      ['a filter by page', { path: '/' }],
      ['a filter by host', { host: 'mixed.example' }],
      ['a time zone', { timezone: 'Asia/Tokyo' }],
      ['more days than one answer has', { start_date: day(1_100), end_date: day(0) }],
      ['no verdict', { start_date: day(2), end_date: day(2) }],
    ])('are left out, and not asked for, with %s', async (_, parameters) => {
      const [visitor, page] = await openMixed({ ...MIXED, ...parameters });
      expect(await panel(page, 'People').getByTitle(MEANING).count()).toBe(1);
      expect(await page.locator('.visitors').count()).toBe(0);
      expect(askedOf(visitor)).toEqual([]);
      await leave(visitor);
    });

    it('are explained, with the main reason why visits are not judged', async () => {
      const [visitor, page] = await openMixed(MIXED);
      await panel(page, 'People').getByTitle(MEANING).click();
      const text = () => panel(page, 'People').innerText();
      await page.getByText('A visitor is an address with a user agent').waitFor();
      expect(await text()).toContain(
        '7 visits are not judged, 5 of them because the log has no address of the visitor. Log the address of the visitor.',
      );
      expect(askedOf(visitor)).toHaveLength(1);
      expect(await faultsOfLook(page, 'overview-not-judged')).toEqual([]);
      // Where nobody is judged, the reason is asked for when somebody wants to know.
      await page.goto(`./?start_date=${day(2)}&end_date=${day(2)}`);
      await panel(page, 'People').getByTitle(MEANING).click();
      await page.getByText('4 visits are not judged: the log has no address').waitFor();
      expect(await text()).toContain('no visitor of these days is judged');
      await settled(page, visitor);
      await leave(visitor);
    });
  });

  describe('a reader of a shared link', () => {
    it('is told why visits are not judged, and not what to do', async () => {
      const { base, apiKey, id } = reading(mixed);
      const answer = await send(base, apiKey, `POST /websites/${id}/shares`, {
        ...{ name: 'Readers', from: day(3), to: day(1) },
      });
      const { hash } = new URL((answer.body.data as { url: string }).url);
      const visitor = await stage().visitor();
      const page = await visitor.open(`./?view=people${hash}`);
      await settled(page, visitor);
      const list = panel(page, 'Not judged, and why');
      expect((await rowsOf(list.getByRole('table'))).map(([words]) => words)).toEqual([
        'The log has no address of the visitor.',
        'The address may be that of many: private, cut to a network, or of a server of a CDN.',
      ]);
      await page.getByRole('link', { name: 'Overview', exact: true }).click();
      await settled(page, visitor);
      const people = panel(page, 'People');
      expect(await people.locator('.visitors').innerText()).toBe('about 5 visitors a day');
      await people.getByTitle(MEANING).click();
      await people.getByText('7 visits are not judged, 5 of them because').waitFor();
      expect(await people.innerText()).not.toContain('Log the address');
      await leave(visitor);
    });
  });
}
