// Who is a person, who is undecided, and which bots are undeclared automation.
import { aLogEntryInput, CHROME } from '@app/testing';
import { faultsOfLook } from '../browser/accessibility.js';
import { readBots, readSummary, type Reading } from '../../support/reports.js';
import { ingest } from '../../support/http.js';
import { settled } from '../browser/settled.js';
import { signedIn } from '../browser/sign-in.js';
import { Visitor } from '../browser/visitor.js';
import { judgeVisitors } from '../data.js';
import { openView, type Stage } from '../stage.js';
import { inFull, panel, rowsOf } from './numbers.js';

export function judged(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });

  describe('visitors that are judged', () => {
    it('are people, undecided, or automation among the bots, and the page says what that means', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { period: 'last_30_days' });
      const summary = await readSummary(reading(), 'period=last_30_days');
      const { undecided_visits: undecided, automation_visits: automation } = summary;
      expect([undecided, automation].every((visits) => visits !== null && visits > 0)).toBe(true);
      const people = panel(page, 'People');
      expect(await people.locator('.detail').innerText()).toMatch(
        new RegExp(`^\\+${inFull(undecided)} undecided`),
      );
      expect(await panel(page, 'Bots').locator('.detail').innerText()).toBe(
        `${inFull(automation)} of them undeclared automation`,
      );
      await people.getByTitle('What this means').click();
      await people.getByText('did nothing that tells people and programs apart').waitFor();
      expect(await faultsOfLook(page, 'overview-judged')).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('are found among the bots, by day and by answer', async () => {
      const visitor = await stage().reader();
      const bot = 'Undeclared automation';
      const page = await openView(stage(), visitor, { view: 'bots', bot, period: 'last_30_days' });
      const [counts] = await readBots(
        reading(),
        new URLSearchParams({ bot, period: 'last_30_days' }).toString(),
      );
      const chart = panel(page, 'Visits by status code');
      await chart.getByText('Show as table').click();
      const rows = await rowsOf(chart.getByRole('table'));
      const visits = rows.flatMap((row) =>
        row.slice(1).map((cell) => Number(cell.replace(/\D/g, ''))),
      );
      expect(visits.reduce((sum, some) => sum + some)).toBe(counts?.visits);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('are none where the log does not tell enough, and the page says why', async () => {
      const { system, browser } = stage();
      const tenant = await system.createTenant();
      const entry = aLogEntryInput({ timestamp: Date.now(), user_agent: CHROME });
      await ingest(system.base, tenant.botKey, [entry]);
      await system.untilVisits(tenant.website, 1);
      await judgeVisitors(system);
      const storageState = await signedIn(browser, system.base, tenant.apiKey);
      const visitor = await Visitor.come(browser, system.base, { storageState });
      const page = await visitor.open('./?period=last_30_days');
      await settled(page, visitor);
      const people = panel(page, 'People');
      expect(await people.locator('.figure').innerText()).toBe('1');
      expect(await people.locator('.detail').count()).toBe(0);
      await people.getByTitle('What this means').click();
      await people.getByText('no visitor of these days is judged').waitFor();
      await settled(page, visitor);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
