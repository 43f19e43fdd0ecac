import { EXAMPLE_VISIT, liveSchema } from '@app/contracts';
import { route } from '../http/route.js';

/** So many visits are read for an answer. */
export const MOST_LIVE_VISITS = 20_000;

const { timestamp: time, ...VISIT } = EXAMPLE_VISIT;
const { bot, provider, category, path, status_code, verification, country, host } = VISIT;

export const LIVE = route({
  id: 'getLive',
  tag: 'Reports',
  summary: 'The last thirty minutes',
  description: `What came to a website in the last thirty minutes, by the times that are logged, from the visits themselves: entries that come late are in it as soon as they are stored. It reads the newest ${MOST_LIVE_VISITS.toLocaleString('en')} visits at most; of a website with more, \`since\` tells from when on the figures are complete. It has no addresses, and shared links do not show it.`,
  method: 'GET',
  path: '/api/v1/websites/:id/live',
  access: 'api',
  names: 'website',
  answer: {
    description: 'The minutes, the bots, and the last visits of bots.',
    data: liveSchema,
    example: {
      now: '2026-11-20T12:00:31.402Z',
      since: '2026-11-20T11:31:00.000Z',
      is_complete: true,
      minutes: [
        { minute: '2026-11-20T12:00:00.000Z', human_visits: 4, bot_visits: 3, ai_bot_visits: 1 },
      ],
      bots: [
        {
          ...{ name: 'GPTBot', provider: 'OpenAI', category: 'ai_training', visits: 1 },
          ...{ verified_visits: 1, spoofed_visits: 0, unverifiable_visits: 0 },
          last_seen: '2026-11-20T12:00:12.000Z',
        },
      ],
      visits: [{ time, bot, provider, category, path, status_code, verification, country, host }],
    },
  },
});
