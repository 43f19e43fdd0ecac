import { writeAddress } from '../../address/address.js';
import { placeOf } from './place-of.js';

const SOMEWHERE = {
  ...{ view: undefined, website: 'ws_1', days: { period: 'today' as const } },
  ...{ timezone: 'Europe/Berlin', compare: false, filters: { provider: 'OpenAI' } },
  ...{ interval: undefined, group: undefined, tab: 'robots', sort: 'visits' },
  ...{ kind: undefined, cursor: undefined, add: undefined },
};
const finding = {
  ...{ text: '', bot: null, page: null, feed: null, group: null, of_group: null },
  ...{ since: null, visits: null, of_visits: null },
};
const at = (place: object) => writeAddress({ ...SOMEWHERE, ...place });

it('leads to the view that shows the finding, and to nothing but it', () => {
  expect(at(placeOf({ ...finding, kind: 'silent_feed', feed: 'json' }))).toBe(
    '?view=feeds&website=ws_1&period=today',
  );
  expect(at(placeOf({ ...finding, kind: 'failing_page', page: '/a b' }))).toBe(
    '?view=pages&website=ws_1&exact_path=/a+b',
  );
  expect(at(placeOf({ ...finding, kind: 'stopped_bot', bot: 'GPTBot' }))).toBe(
    '?view=bots&website=ws_1&period=last_30_days&bot=GPTBot',
  );
  expect(at(placeOf({ ...finding, kind: 'spoofed_bot', bot: 'GPTBot' }))).toBe(
    '?view=spoofed&website=ws_1&bot=GPTBot',
  );
  const since = '2026-11-14T00:00:00.000Z';
  expect(at(placeOf({ ...finding, kind: 'automation', group: 'One Chrome', since }))).toBe(
    '?view=people&website=ws_1&start_date=2026-11-14&end_date=2026-11-14',
  );
  expect(at(placeOf({ ...finding, kind: 'old_lists' }))).toBe(
    '?view=bots&website=ws_1&verification=unverifiable',
  );
});

it('leads to the days that findings of the past are about', () => {
  const until = '2026-03-02';
  expect(at(placeOf({ ...finding, kind: 'failing_page', page: '/a' }, until))).toBe(
    '?view=pages&website=ws_1&start_date=2026-02-24&end_date=2026-03-02&exact_path=/a',
  );
  expect(at(placeOf({ ...finding, kind: 'stopped_bot', bot: 'GPTBot' }, until))).toBe(
    '?view=bots&website=ws_1&start_date=2026-02-01&end_date=2026-03-02&bot=GPTBot',
  );
});
