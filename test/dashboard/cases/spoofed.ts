// The view of claims that did not hold shows what the API tells of them.
import { currentAddress } from '../browser/address.js';
import {
  readBots,
  readPages,
  readSeries,
  readSpoofed,
  type Reading,
} from '../../support/reports.js';
import { settled } from '../browser/settled.js';
import { openView, type Stage } from '../stage.js';
import { csvOf, downloaded, inFull, panel, rowsOf } from './numbers.js';

const DAYS = 'period=last_30_days';

export function spoofed(stage: () => Stage): void {
  const reading = (): Reading => ({
    base: stage().system.base,
    apiKey: stage().tenant.apiKey,
    id: stage().tenant.website.public_id,
  });
  const opened = async (parameters: Record<string, string> = {}) => {
    const visitor = await stage().reader();
    const page = await openView(stage(), visitor, {
      ...{ view: 'spoofed', period: 'last_30_days' },
      ...parameters,
    });
    return { visitor, page };
  };

  describe('the view of spoofed visits', () => {
    it('has the numbers of the API, and they can be downloaded', async () => {
      const { visitor, page } = await opened();
      const series = await readSeries(reading(), DAYS);
      const sum = (of: (point: (typeof series)[number]) => number) =>
        inFull(series.reduce((total, point) => total + of(point), 0));
      expect(await panel(page, 'Verified').locator('.figure').allInnerTexts()).toEqual([
        sum((point) => point.spoofed_visits),
        sum((point) => point.verified_visits),
        sum((point) => point.unverifiable_visits),
        '0',
      ]);
      const shown = async (title: string) => {
        const rows = await rowsOf(panel(page, title).getByRole('table'));
        return rows.map((row) => [row[0]?.split('\n')[0], row.at(-1)]);
      };
      const bots = await readBots(reading(), `${DAYS}&verification=spoofed`);
      expect(bots.length).toBeGreaterThan(1);
      expect(await shown('Claimed bots')).toEqual(
        bots.map(({ name, provider, visits }) => [name + provider, inFull(visits)]),
      );
      const pages = await readPages(reading(), `${DAYS}&verification=spoofed&limit=15`);
      expect(await shown('What they asked for')).toEqual(
        pages.map(({ path, bot_visits }) => [path, inFull(bot_visits)]),
      );
      const networks = await readSpoofed(reading(), `${DAYS}&limit=50`);
      const rows = await rowsOf(panel(page, 'Networks they came from').getByRole('table'));
      expect(rows.map(([name = '', visits, read]) => [name.split(/\s+/), visits, read])).toEqual(
        networks.map(({ name, network, visits, pages_visited }) => [
          ...[[network, 'as', name], inFull(visits), inFull(pages_visited)],
        ]),
      );
      for (const [what, report] of [
        ['claimed bots', `bots?${DAYS}&verification=spoofed&`],
        ['networks', `spoofed?${DAYS}&limit=1000&`],
      ] as const)
        expect(await downloaded(page, `CSV of ${what}`)).toBe(await csvOf(reading(), report));
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('shows one claimed bot after a click on the legend', async () => {
      const { visitor, page } = await opened();
      await panel(page, 'Spoofed visits').getByRole('button', { name: 'GPTBot' }).click();
      await settled(page, visitor);
      expect(new URL(await currentAddress(page)).searchParams.get('bot')).toBe('GPTBot');
      const networks = await readSpoofed(reading(), `${DAYS}&bot=GPTBot`);
      const rows = await rowsOf(panel(page, 'Networks they came from').getByRole('table'));
      expect(rows).toHaveLength(networks.length);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('says why there is nothing, and what to do', async () => {
      const page = async (parameters: Record<string, string>, heading: string) => {
        const { visitor, page: shown } = await opened(parameters);
        await shown.getByRole('heading', { name: heading, exact: true }).waitFor();
        expect(visitor.takeFaults()).toEqual([]);
        await visitor.leave();
      };
      await page({ website: stage().empty.public_id }, 'No bot came');
      await page({ bot: 'PerplexityBot' }, 'Every claim that could be decided was true');
      await page({ bot: 'curl' }, 'No claim could be decided');
    });

    it('says that verification was off, and how it is switched on', async () => {
      const visits = (verified: number) => ({
        ...{
          date: '2026-11-20',
          total_visits: 9,
          bot_visits: 9,
          human_visits: 0,
          ai_bot_visits: 0,
        },
        ...{ verified_visits: verified, spoofed_visits: 0, unverifiable_visits: 0 },
      });
      const visitor = await stage().reader();
      await visitor.context.route('**/timeseries?*', (route) =>
        route.fulfill({ json: { success: true, data: { series: [visits(0)] } } }),
      );
      const page = await openView(stage(), visitor, { view: 'spoofed' });
      await page.getByRole('heading', { name: 'Nobody checked these visits' }).waitFor();
      await page.getByText('Whoever runs this service can switch it on').waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
