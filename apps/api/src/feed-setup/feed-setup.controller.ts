import { Controller, Inject } from '@nestjs/common';
import { API_ERRORS, feedSetupSchema } from '@app/contracts';
import { answer } from '../http/answer.js';
import { Asked, type AskedOf } from '../http/asked.js';
import { route, Serves } from '../http/route.js';
import type { ReadFeedSetup } from './feed-setup.js';

const REFUSAL = 'VALIDATION_ERROR';
const LOGGED = { has: 'yes', note: null } as const;

export const FEED_SETUP = route({
  id: 'getFeedSetup',
  tag: 'Account',
  summary: 'How each sender of logs is set up',
  description:
    'What to click or paste, with the address of this service in it: `PUBLIC_URL`, or else the address to which the request was sent. Make a Bot Tracking Key for the sender and put its value where `key_place` stands, and the ids of the website where `website_place` and `tracking_place` do. A sender without a place for a key needs none. Also what the words mean that the report of feeds has. The same for every account.',
  method: 'GET',
  path: '/api/v1/feeds/setup',
  access: 'api',
  answer: {
    description: 'The senders, by name.',
    data: feedSetupSchema,
    example: {
      url: 'https://logs.example.com',
      remarks: [],
      key_place: '$BOT_KEY',
      website_place: 'ws_…',
      tracking_place: 't_…',
      senders: [
        {
          sender: 'cloudflare',
          title: 'Cloudflare Logpush',
          names: ['Logpush'],
          logs: {
            ...{ address: LOGGED, host: LOGGED, country: LOGGED, static_files: LOGGED },
            fetch_headers: { has: 'with_changes', note: 'when the zone logs request headers' },
          },
          was_run: false,
          tested: 'Not tested. It follows the documentation of Cloudflare, read in November 2026.',
          feed: 'cloudflare',
          page: 'docs/feeds/cloudflare.md',
          parts: [
            { kind: 'heading', text: 'Send it' },
            { kind: 'text', step: 1, text: 'As the destination, give the address with the key:' },
            {
              kind: 'code',
              language: null,
              text: 'https://logs.example.com/api/v1/logs/cloudflare?header_x-api-key=$BOT_KEY',
            },
          ],
        },
      ],
      skip_reasons: { subrequest: 'a request that the CDN made itself' },
      reject_reasons: { no_time: 'the record has no time' },
      refusals: { [REFUSAL]: API_ERRORS[REFUSAL].when },
    },
  },
});

export const READ_FEED_SETUP = Symbol('READ_FEED_SETUP');

@Controller()
export class FeedSetupController {
  constructor(@Inject(READ_FEED_SETUP) private readonly read: ReadFeedSetup) {}

  @Serves(FEED_SETUP)
  show(@Asked() asked: AskedOf<typeof FEED_SETUP>) {
    return answer(asked, this.read(asked.request));
  }
}
