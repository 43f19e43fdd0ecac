// The view of people shows what the API counts of them.
import {
  readAutomation,
  readClients,
  readReferrals,
  type Reading,
  readSeries,
} from '../../support/reports.js';
import { faultsOfLook, sidewaysAt } from '../browser/accessibility.js';
import { openView, type Stage } from '../stage.js';
import { csvOf, downloaded, inFull, panel, rowsOf } from './numbers.js';

const DAYS = 'period=last_30_days';

export function people(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });

  describe('the view of people', () => {
    it('has the numbers of the API, and they can be downloaded', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'people', period: 'last_30_days' });
      const series = await readSeries(reading(), DAYS);
      const chart = panel(page, 'People');
      await chart.getByText('Show as table').click();
      await chart.getByRole('table').waitFor();
      expect((await rowsOf(chart.getByRole('table'))).map((row) => row.slice(1))).toEqual(
        series.map(({ people_visits: people, human_visits }) =>
          [people, human_visits - (people ?? 0)].map(inFull),
        ),
      );
      const shown = async (title: string) =>
        (await rowsOf(panel(page, title).getByRole('table'))).map((row) => [
          row[0],
          ...row.slice(2),
        ]);
      const referrals = await readReferrals(reading(), DAYS);
      expect(await shown('Visitors from AI')).toEqual(
        referrals.map(({ source, people_visits, visits }) => [
          source,
          ...[people_visits, visits].map(inFull),
        ]),
      );
      const clients = await readClients(reading(), DAYS);
      for (const [title, list] of [
        ['Browsers', clients.browsers],
        ['Systems', clients.operating_systems],
        ['Devices', clients.devices],
      ] as const) {
        expect(list.length).toBeGreaterThan(1);
        expect(await shown(title)).toEqual(
          list
            .slice(0, 12)
            .map(({ name, people_visits, visits }) => [
              name,
              ...[people_visits, visits].map(inFull),
            ]),
        );
      }
      expect(await downloaded(page, 'CSV of visitors from AI')).toBe(
        await csvOf(reading(), `referrals?${DAYS}&`),
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('counts the days of a time zone where that is possible, and says where it is not', async () => {
      const visitor = await stage().reader();
      const zone = { timezone: 'Asia/Tokyo', period: 'last_30_days' };
      const page = await openView(stage(), visitor, { view: 'people', bot: 'GPTBot', ...zone });
      const referrals = await readReferrals(reading(), `${DAYS}&timezone=Asia/Tokyo`);
      const rows = await rowsOf(panel(page, 'Visitors from AI').getByRole('table'));
      expect(rows.map((row) => row[3])).toEqual(referrals.map(({ visits }) => inFull(visits)));
      await page.getByText('devices are counted by days of UTC').waitFor();
      // People are none of the bots of a filter.
      expect(await panel(page, 'Browsers').innerText()).toContain(
        'filters do not change this list',
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says who was judged as automation, and why', async () => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, { view: 'people', period: 'last_30_days' });
      const groups = await readAutomation(reading(), `${DAYS}&limit=50`);
      const list = panel(page, 'Automation, and why');
      expect((await rowsOf(list.getByRole('table'))).map((row) => row.slice(1))).toEqual(
        groups.map(({ visitors, visits }) => [visitors, visits].map(inFull)),
      );
      const [group] = groups;
      const row = list.getByRole('button', { name: group?.text ?? '' }).first();
      await row.focus();
      await page.keyboard.press('Enter');
      expect(await row.getAttribute('aria-expanded')).toBe('true');
      const reasons = await rowsOf(list.getByRole('table', { name: 'What these visitors were' }));
      expect(reasons.map(([, visitors, weight]) => [visitors, weight])).toEqual(
        group?.reasons.map(({ visitors, weight }) => [
          ...[inFull(visitors), weight > 0 ? `+${weight}` : `${weight}`],
        ]),
      );
      for (const text of [group?.agents[0]?.user_agent, group?.networks[0]?.network])
        expect(await list.innerText()).toContain(text);
      expect(await faultsOfLook(page, 'people-automation')).toEqual([]);
      expect(await sidewaysAt(page, [390, 1024, 1440])).toEqual([]);
      await row.press('Enter');
      expect(await row.getAttribute('aria-expanded')).toBe('false');
      expect(await downloaded(page, 'CSV of automation, and why')).toBe(
        await csvOf(reading(), `automation?${DAYS}&`),
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says that nobody came, and what to do', async () => {
      const visitor = await stage().reader();
      const website = stage().empty.public_id;
      const page = await openView(stage(), visitor, { view: 'people', website });
      expect(await panel(page, 'People').innerText()).toContain('Nobody came in');
      expect(await panel(page, 'Visitors from AI').innerText()).toContain(
        'Not known: the logs have no referers',
      );
      expect(await panel(page, 'Devices').innerText()).toContain('Choose other days');
      expect(await panel(page, 'Automation, and why').innerText()).toContain(
        'No automation is known in these days',
      );
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
