import { Controller } from '@nestjs/common';
import { freshnessSchema } from '@app/contracts';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { route, Serves } from '../http/route.js';
import { FreshnessOfReports } from './freshness.js';

export const FRESHNESS = route({
  id: 'getFreshness',
  tag: 'Reports',
  summary: 'How far reports are behind',
  description:
    'What was sent shows in reports within seconds. This tells when it does not, and how old the lists are by which visits are verified.',
  method: 'GET',
  path: '/api/v1/freshness',
  access: 'api',
  answer: {
    description: 'How far they are behind. The same for every account.',
    data: freshnessSchema,
    example: {
      behind_seconds: 0,
      waiting_jobs: 0,
      address_lists: {
        source: 'refresh',
        oldest: '2026-05-12T04:10:33.000Z',
        lists: 32,
        current: 30,
        old: 1,
        missing: 1,
        old_lists: [{ bots: ['GPTBot'], fetched_at: '2026-05-12T04:10:33.000Z' }],
        release_only: 12,
      },
    },
  },
});

@Controller()
export class FreshnessController {
  constructor(private readonly freshness: FreshnessOfReports) {}

  @Serves(FRESHNESS)
  async show(@Asked() asked: AskedOf<typeof FRESHNESS>) {
    return answer(asked, await this.freshness.read());
  }
}
