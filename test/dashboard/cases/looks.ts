// Each view in both themes, narrow and wide, is what axe and the policy of the page accept.
import { faultsOfLook } from '../browser/accessibility.js';
import { openView, type Stage } from '../stage.js';

export function looks(stage: () => Stage): void {
  const VIEWS: Record<string, () => Record<string, string>> = {
    websites: () => ({ website: '' }),
    'side-by-side': () => ({ website: '', tab: 'both', period: 'last_30_days' }),
    overview: () => ({}),
    'overview-compared': () => ({ compare: 'previous', group_by: 'category' }),
    live: () => ({ view: 'live' }),
    ai: () => ({ view: 'ai', period: 'last_30_days' }),
    'odd-ai': () => ({ website: stage().odd.public_id, view: 'ai' }),
    'empty-live': () => ({ website: stage().empty.public_id, view: 'live' }),
    'empty-ai': () => ({ website: stage().empty.public_id, view: 'ai' }),
    'bots-compared': () => ({ view: 'bots', compare: 'previous' }),
    'pages-with-noise': () => ({ view: 'pages', kind: 'everything', compare: 'previous' }),
    'settings-export': () => ({ view: 'settings', tab: 'export' }),
    bots: () => ({ view: 'bots' }),
    'bots-new': () => ({ view: 'bots', tab: 'new' }),
    bot: () => ({ view: 'bots', bot: 'GPTBot', period: 'last_30_days' }),
    'bot-away': () => ({ view: 'bots', bot: 'Bytespider', period: 'today' }),
    pages: () => ({ view: 'pages' }),
    'pages-unread': () => ({ view: 'pages', tab: 'unread' }),
    page: () => ({ view: 'pages', exact_path: '/pricing' }),
    'feeds-setup': () => ({ view: 'feeds', tab: 'setup' }),
    'feeds-sender': () => ({ view: 'feeds', tab: 'firehose' }),
    'settings-sessions': () => ({ view: 'settings', tab: 'sessions' }),
    'settings-usage': () => ({ view: 'settings', tab: 'usage' }),
    answers: () => ({ view: 'answers', period: 'last_30_days' }),
    'answers-uncounted': () => ({ view: 'answers', verification: 'spoofed' }),
    people: () => ({ view: 'people', period: 'last_30_days' }),
    'people-of-a-day': () => ({ view: 'people', period: 'yesterday' }),
    hosts: () => ({ view: 'hosts', period: 'last_30_days' }),
    countries: () => ({ view: 'countries', period: 'last_30_days' }),
    'overview-of-host': () => ({ host: 'example.com', period: 'last_30_days' }),
    'bots-of-host': () => ({ view: 'bots', host: 'example.com', period: 'last_30_days' }),
    spoofed: () => ({ view: 'spoofed', period: 'last_30_days' }),
    'spoofed-true': () => ({ view: 'spoofed', bot: 'PerplexityBot' }),
    coverage: () => ({ view: 'coverage', period: 'last_30_days' }),
    'odd-coverage': () => ({ website: stage().odd.public_id, view: 'coverage' }),
    robots: () => ({ view: 'robots', period: 'last_30_days' }),
    'odd-robots': () => ({ website: stage().odd.public_id, view: 'robots' }),
    'odd-answers': () => ({ website: stage().odd.public_id, view: 'answers' }),
    'empty-answers': () => ({ website: stage().empty.public_id, view: 'answers' }),
    'empty-people': () => ({ website: stage().empty.public_id, view: 'people' }),
    'empty-hosts': () => ({ website: stage().empty.public_id, view: 'hosts' }),
    'empty-countries': () => ({ website: stage().empty.public_id, view: 'countries' }),
    'empty-spoofed': () => ({ website: stage().empty.public_id, view: 'spoofed' }),
    'odd-overview': () => ({ website: stage().odd.public_id }),
    'odd-bots': () => ({ website: stage().odd.public_id, view: 'bots' }),
    'odd-pages': () => ({ website: stage().odd.public_id, view: 'pages' }),
    empty: () => ({ website: stage().empty.public_id }),
    'empty-bots': () => ({ website: stage().empty.public_id, view: 'bots' }),
    'empty-pages': () => ({ website: stage().empty.public_id, view: 'pages' }),
    'empty-feeds': () => ({ website: stage().empty.public_id, view: 'feeds' }),
    'no-website': () => ({ website: 'ws_nobody' }),
  };

  describe('looks', () => {
    it.each(Object.keys(VIEWS))('%s', async (name) => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor, VIEWS[name]?.());
      expect(await faultsOfLook(page, name)).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it.each([
      ['help', '?', 'Take all filters away'],
      ['period', undefined, 'Last 12 months'],
    ])('%s', async (name, key, words) => {
      const visitor = await stage().reader();
      const page = await openView(stage(), visitor);
      if (key) await page.keyboard.press(key);
      else await page.getByTitle('Period').click();
      await page.getByText(words).filter({ visible: true }).waitFor();
      expect(await faultsOfLook(page, name)).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });

    it('sign-in', async () => {
      const visitor = await stage().visitor();
      const page = await openView(stage(), visitor);
      await page.getByLabel('API key', { exact: true }).waitFor();
      await page.getByText('Where do I find a key?').click();
      expect(await faultsOfLook(page, 'sign-in')).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
