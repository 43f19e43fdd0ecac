// Beside numbers of people, bots, visits and what is verified is a question mark that explains them, and
// leads to all about people.
import type { Locator, Page } from 'playwright-core';
import { send } from '../../support/http.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import type { Visitor } from '../browser/visitor.js';
import { openView, type Stage } from '../stage.js';
import { panel } from './numbers.js';

const QUESTION = 'What this means, and how sure it is';
const LINK = 'How we count people';
const DAYS = { period: 'last_30_days' };

/** The parts of a view that have a question mark, each with the word that it begins with. */
type Parts = Readonly<Record<string, string>>;
const VERIFIED = 'Verified visits';
const OF_PEOPLE: Parts = {
  ...{ People: 'People', 'Visitors a day': 'People' },
  'Automation, and why': 'Undeclared automation',
};
const OF_OVERVIEW: Parts = { People: 'People', Bots: 'Bots', Visits: 'A visit' };

/** The one without `website` is of an account. */
const VIEWS: readonly [view: string, parameters: Record<string, string>, parts: Parts][] = [
  ['the overview', DAYS, OF_OVERVIEW],
  ['a page', { ...DAYS, exact_path: '/' }, OF_OVERVIEW],
  [
    'bots only',
    { ...DAYS, bot: 'GPTBot' },
    { Bots: 'Bots', Verified: VERIFIED, Visits: 'A visit' },
  ],
  ['the view of people', { ...DAYS, view: 'people' }, OF_PEOPLE],
  ['a day of people', { view: 'people', period: 'yesterday' }, OF_PEOPLE],
  ['the view of bots', { ...DAYS, view: 'bots' }, { 'Visits of bots': 'Bots', Bots: VERIFIED }],
  ['verification', { ...DAYS, view: 'spoofed' }, { Verified: VERIFIED }],
  [
    'undeclared automation by itself',
    { ...DAYS, view: 'bots', bot: 'Undeclared automation' },
    { 'Undeclared automation': 'Undeclared automation', Verified: VERIFIED },
  ],
  ['all websites', { ...DAYS, website: '' }, { 'All websites': 'People' }],
];

export function explained(stage: () => Stage): void {
  /** Opens a question mark with the keyboard, and waits for the word with which it begins. */
  async function openQuestion(page: Page, part: string, word: string): Promise<void> {
    const question = panel(page, part).getByTitle(QUESTION);
    expect([part, await question.count()]).toEqual([part, 1]);
    await question.focus();
    await page.keyboard.press('Enter');
    const words = panel(page, part).locator('.meaning p');
    await words.first().waitFor();
    expect(await words.first().innerText()).toMatch(
      new RegExp(`^(?:${word} |These are all visits)`),
    );
  }

  /** Opens a question mark with the keyboard, and returns the link at its end. */
  async function linkOf(page: Page, part: string, word = 'People'): Promise<Locator> {
    await openQuestion(page, part, word);
    const link = panel(page, part).locator('.meaning p').last().getByRole('link', { name: LINK });
    await link.waitFor();
    await page.keyboard.press('Tab');
    expect(await link.evaluate((one) => one.ownerDocument.activeElement === one)).toBe(true);
    return link;
  }
  async function leave(visitor: Visitor): Promise<void> {
    expect(visitor.takeFaults()).toEqual([]);
    await visitor.leave();
  }

  describe('numbers of people', () => {
    it.each(VIEWS)(
      'are explained in %s, with a link to all about them',
      async (name, asked, parts) => {
        const visitor = await stage().reader();
        const page = await openView(stage(), visitor, asked);
        for (const [part, word] of Object.entries(parts))
          await (word === VERIFIED ? openQuestion : linkOf)(page, part, word);
        expect(await page.getByTitle(QUESTION).count()).toBe(Object.keys(parts).length);
        await settled(page, visitor);
        expect(await faultsOfLook(page, `explained-${name.replaceAll(' ', '-')}`)).toEqual([]);
        await leave(visitor);
      },
    );

    it('are explained to readers of a shared link, too', async () => {
      const { system, tenant, empty } = stage();
      const { body } = await send(
        system.base,
        tenant.apiKey,
        `POST /websites/${empty.public_id}/shares`,
        {
          name: 'Readers',
        },
      );
      const visitor = await stage().visitor();
      const page = await visitor.open(
        `./?view=people${new URL((body.data as { url: string }).url).hash}`,
      );
      await settled(page, visitor);
      await (await linkOf(page, 'Visitors a day')).click();
      await page.getByRole('heading', { name: LINK, level: 1 }).waitFor();
      await leave(visitor);
    });

    it('lead to a page that can be read without the internet, and back', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, DAYS);
      await linkOf(page, 'People');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: LINK, level: 1 }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/docs/how-we-count-people');
      expect(await faultsOfLook(page, 'how-we-count-people')).toEqual([]);
      await page.getByRole('link', { name: 'People: what visitors did' }).click();
      await page.getByRole('heading', { name: 'People: what visitors did', level: 1 }).waitFor();
      expect(await faultsOfLook(page, 'people-in-detail')).toEqual([]);
      const addresses = visitor.requests.map(({ path }) => path);
      expect(addresses.filter((path) => /^https?:/.test(path))).toEqual([]);
      await page.goBack();
      await page.goBack();
      await panel(page, 'People').getByTitle(QUESTION).waitFor();
      await settled(page, visitor);
      await leave(visitor);
    });
  });
}
