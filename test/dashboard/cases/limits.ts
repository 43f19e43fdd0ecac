// What somebody sees who has used up the requests of a minute, or whose windows together ask a lot:
// why nothing comes, and then what was asked for, without doing anything.
import { createSignInCode } from '@app/access';
import { Sessions } from '@app/storage';
import { eventually, stopTime } from '@app/testing';
import type { Page } from 'playwright-core';
import { Browser } from '../../support/browser.js';
import { send } from '../../support/http.js';
import { faultsOfLook } from '../browser/accessibility.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { canBeHidden, hide, show } from '../browser/visibility.js';
import { Visitor } from '../browser/visitor.js';
import { passAMinute } from '../pass-a-minute.js';
import { addressOf, openView, type Stage } from '../stage.js';

const WINDOWS = 11;
const REFRESH_MS = 31_000;
const SESSIONS = 'all browsers that are signed in to this account together';
const READERS = 'all readers of the shared links of this account together';

export function limits(stage: () => Stage): void {
  /** Uses up the requests of a minute of all browsers or readers of the account. */
  const useUp = (whose: 'session' | 'share') =>
    stage().system.database.pool.query(
      `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1000000, $2)
       ON CONFLICT (key) DO UPDATE SET points = excluded.points, expire = excluded.expire`,
      [`${whose}:${stage().tenant.account.id}`, Date.now() + 60_000],
    );
  const told = (page: Page, whose: string) =>
    page
      .getByRole('status')
      .getByText(
        new RegExp(
          `^Too many requests from ${whose}\\. The page asks again by itself (?:in \\d+ s|now)\\.$`,
        ),
      );
  const ofApi = ({ requests }: Visitor) =>
    requests.filter(({ path }) => path.startsWith('/api/')).map(({ status }) => status);
  /** The browser writes every refused request on its console. */
  const expectOnlyRefusals = (visitor: Visitor) => {
    for (const fault of visitor.takeFaults()) expect(fault).toMatch(/ 429 /);
  };

  describe('many windows of one account', () => {
    it('leave enough for what somebody opens, and say that they refresh later', async () => {
      // A test before may have used up a minute.
      const { system, tenant } = stage();
      await eventually(() => Browser.signedIn(system.base, tenant.apiKey));
      const { goOn } = stopTime();
      const visitor = await stage().reader();
      await visitor.context.clock.install();
      const pages: Page[] = [];
      for (let window = 0; window < WINDOWS; window++) pages.push(await openView(stage(), visitor));
      const [first] = pages as [Page];
      for (let round = 0; round < 4; round++) {
        const before = ofApi(visitor).length;
        await visitor.context.clock.fastForward(REFRESH_MS);
        // Each window has asked at least once.
        await eventually(() =>
          expect(ofApi(visitor).length).toBeGreaterThanOrEqual(before + WINDOWS),
        );
        await settled(first, visitor);
      }
      await Promise.all(
        pages.map((page) => page.getByText(/^Refreshes within a minute/).waitFor()),
      );
      const late = await openView(stage(), visitor, { view: 'bots' });
      await late.getByRole('table', { name: /^Bots, with visits/ }).waitFor();
      expect(ofApi(visitor)).not.toContain(429);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
      await goOn();
    });
  });

  describe('when the requests of a minute are used up', () => {
    it('a window that is opened then says so, and goes on by itself', async () => {
      await useUp('session');
      const visitor = await stage().reader();
      await visitor.context.clock.install();
      const page = await visitor.open(addressOf(stage(), { view: 'bots' }));
      await told(page, SESSIONS).waitFor();
      expect(await page.getByRole('heading', { name: 'This page must wait' }).count()).toBe(1);
      // The files of the page are no requests of anybody.
      const files = visitor.requests.filter(({ path }) => !path.startsWith('/api/'));
      expect(new Set(files.map(({ status }) => status))).toEqual(new Set([200]));
      await passAMinute(page);
      await page.getByRole('table', { name: /^Bots, with visits/ }).waitFor();
      await settled(page, visitor);
      // One question was enough to know, and it was not asked again before it could be answered.
      expect(ofApi(visitor).filter((status) => status === 429)).toHaveLength(1);
      expectOnlyRefusals(visitor);
      await visitor.leave();
    });

    it('a window that nobody sees does not ask before somebody does', async () => {
      await useUp('session');
      const visitor = await stage().reader();
      await visitor.context.clock.install();
      await canBeHidden(visitor.context);
      const page = await visitor.open(addressOf(stage(), {}));
      await told(page, SESSIONS).waitFor();
      await hide(page);
      for (const minutes of [2, 10]) await page.clock.fastForward(minutes * 60_000);
      expect(ofApi(visitor)).toEqual([429]);
      await passAMinute(page);
      expect(ofApi(visitor)).toEqual([429]);
      await show(page);
      await page.getByRole('heading', { name: 'Overview of example.com' }).waitFor();
      await settled(page, visitor);
      expectOnlyRefusals(visitor);
      await visitor.leave();
    });

    it('a shared link opens as soon as it may, and is read again after a reload', async () => {
      const { system, tenant } = stage();
      const path = `/websites/${tenant.website.public_id}/shares` as const;
      const made = await send(system.base, tenant.apiKey, `POST ${path}`, { name: 'x' });
      const { hash } = new URL(made.body.data.url as string);
      const visitor = await stage().visitor();
      await visitor.context.clock.install();
      await useUp('share');
      const page = await visitor.open(`./${hash}`);
      await told(page, READERS).waitFor();
      await passAMinute(page);
      await page.locator('.shared-line').waitFor();
      await settled(page, visitor);
      await useUp('share');
      await page.reload();
      await told(page, READERS).waitFor();
      await passAMinute(page);
      await page.locator('.shared-line').waitFor();
      await settled(page, visitor);
      expectOnlyRefusals(visitor);
      await visitor.leave();
    });

    it('a one-time code signs in as soon as it may', async () => {
      const { system, tenant } = stage();
      const sessions = new Sessions(system.database.pool);
      const { code } = await createSignInCode(sessions, tenant.account.id);
      // A browser that is signed in already, so that its requests count. The code ends its session.
      const storageState = await signedIn(stage().browser, system.base, tenant.apiKey);
      const visitor = await Visitor.come(stage().browser, system.base, { storageState });
      await visitor.context.clock.install();
      await useUp('session');
      const page = await visitor.open(`${addressOf(stage(), {})}#sign-in=${code}`);
      await told(page, SESSIONS).waitFor();
      await passAMinute(page);
      await page.getByRole('heading', { name: 'Overview of example.com' }).waitFor();
      await settled(page, visitor);
      expectOnlyRefusals(visitor);
      await visitor.leave();
    });

    it('says so in both themes, narrow and wide', async () => {
      await useUp('session');
      const visitor = await stage().reader();
      await visitor.context.clock.install();
      const page = await visitor.open(addressOf(stage(), {}));
      await told(page, SESSIONS).waitFor();
      expect(await faultsOfLook(page, 'too-many-requests')).toEqual([]);
      await passAMinute(page);
      await visitor.leave();
    });
  });
}
