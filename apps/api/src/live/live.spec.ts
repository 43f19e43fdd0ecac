import type { LiveCount } from '@app/storage';
import { liveOf, timeOfLive } from './live.js';

const NOW = Date.parse('2026-11-20T12:00:30Z');
const { from, to } = timeOfLive(NOW);
const minute = (text: string) => Date.parse(`2026-11-20T${text}:00Z`);
const GPTBOT = { bot: 'GPTBot', provider: 'OpenAI', category: 'ai_training' };
const PEOPLE = { bot: null, provider: null, category: null };

const count = (of: Partial<LiveCount>): LiveCount => ({
  ...{ ...GPTBOT, minute: minute('12:00'), visits: 1, last: minute('12:00') },
  ...{ verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 },
  ...of,
});

it('tells thirty minutes, the running one included, with zeros', () => {
  expect([from, to]).toEqual([minute('11:31'), minute('12:01')]);
  const live = liveOf(NOW, { since: from, counts: [count({})], shown: [] });
  expect(live).toMatchObject({ since: '2026-11-20T11:31:00.000Z', is_complete: true });
  expect(live.minutes).toHaveLength(30);
  expect(live.minutes[0]).toEqual({
    minute: '2026-11-20T11:31:00.000Z',
    ...{ human_visits: 0, bot_visits: 0, ai_bot_visits: 0 },
  });
  expect(live.minutes.at(-1)).toMatchObject({ bot_visits: 1, ai_bot_visits: 1 });
});

it('tells nothing of minutes that were not read, and what was read of one', () => {
  const since = minute('11:58') + 20_000;
  const live = liveOf(NOW, { since, counts: [count({ minute: minute('11:58') })], shown: [] });
  expect(live).toMatchObject({ since: '2026-11-20T11:58:20.000Z', is_complete: false });
  const of = live.minutes.slice(-4).map(({ bot_visits }) => bot_visits);
  expect(of).toEqual([null, 1, 0, 0]);
});

it('adds up bots by what they are reported as, and counts people with nobody', () => {
  const other = { bot: 'Unidentified bot', provider: 'Unknown', category: 'unidentified' };
  const counts = [
    count({ visits: 2, verified_visits: 1, last: minute('11:59') }),
    count({ visits: 3, spoofed_visits: 1, last: minute('11:50'), minute: minute('11:50') }),
    ...[count({ ...other, visits: 4 }), count({ ...other, visits: 4 }), count({ ...PEOPLE })],
  ];
  const live = liveOf(NOW, { since: from, counts, shown: [] });
  expect(live.bots).toMatchObject([
    { name: 'Unidentified bot', visits: 8 },
    { name: 'GPTBot', visits: 5, verified_visits: 1, spoofed_visits: 1 },
  ]);
  expect(live.bots[1]?.last_seen).toBe('2026-11-20T11:59:00.000Z');
  expect(live.minutes.at(-1)).toMatchObject({ human_visits: 1, bot_visits: 10, ai_bot_visits: 2 });
});
