// Beside each number of people is a question mark that explains it, and leads to all about it.
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

const OF_PEOPLE = ['People', 'Visitors a day', 'Automation, and why'];

/** In each view, the parts that have a number of people. The one without `website` is of an account. */
const VIEWS: readonly [view: string, parameters: Record<string, string>, parts: string[]][] = [
  ['the overview', DAYS, ['People', 'Bots']],
  ['a page', { ...DAYS, exact_path: '/' }, ['People', 'Bots']],
  ['the view of people', { ...DAYS, view: 'people' }, OF_PEOPLE],
  ['a day of people', { view: 'people', period: 'yesterday' }, OF_PEOPLE],
  [
    'undeclared automation by itself',
    { ...DAYS, view: 'bots', bot: 'Undeclared automation' },
    ['Undeclared automation'],
  ],
  ['all websites', { ...DAYS, website: '' }, ['All websites']],
];

export function explained(stage: () => Stage): void {
  /** Opens a question mark with the keyboard, and returns the link at its end. */
  async function linkOf(page: Page, part: string): Promise<Locator> {
    const question = panel(page, part).getByTitle(QUESTION);
    expect([part, await question.count()]).toEqual([part, 1]);
    await question.focus();
    await page.keyboard.press('Enter');
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
        for (const part of parts) await linkOf(page, part);
        expect(await page.getByTitle(QUESTION).count()).toBe(parts.length);
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
