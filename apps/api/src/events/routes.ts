import { EVENT_KINDS, type EventDocument, eventSchema } from '@app/contracts';
import { z } from 'zod';
import { pageOf } from '../http/answer.js';
import { PAGE_PARAMETERS } from '../http/page.js';
import { oneOf } from '../http/parameters.js';
import { route } from '../http/route.js';

const EXAMPLE: EventDocument = {
  id: 'ev_0Lt7xQe3WmBn5rGyVkPd9',
  website_id: 'ws_0Hx3Ws2rVbYk8mTq4ZpLd',
  domain: 'shop.example',
  alert_id: 'al_0Nc4vRw8TzKp2hYsXqLm6',
  kind: 'errors',
  subject: 'GPTBot',
  opened_at: '2026-11-20T14:42:00.000Z',
  seen_at: '2026-11-20T15:12:00.000Z',
  closed_at: null,
  figures: {
    ...{ visits: 350, error_visits: 42, share: 0.12, statuses: '404' },
    from: '2026-11-20T11:00:00.000Z',
  },
  in_words: 'GPTBot got the status 404 for 42 of 350 visits (12 %) since 2026-11-20 11:00 UTC.',
};

const SINCE = 'must be a time in ISO 8601 with its offset, like 2026-11-20T12:00:00Z';

const query = {
  kind: oneOf(EVENT_KINDS).optional().describe('Only events of this kind.'),
  open: oneOf(['true', 'false']).default('false').describe('`true` lists open events only.'),
  since: z.iso
    .datetime({ offset: true, error: SINCE })
    .optional()
    .describe('Only events that were opened at this time or later, ISO 8601.'),
  ...PAGE_PARAMETERS,
};

const answer = {
  description: 'The events.',
  ...pageOf('events', eventSchema),
  example: { events: [EXAMPLE], next_cursor: null },
};

const events = { tag: 'Alerts', access: 'api', method: 'GET', query, answer } as const;

export const LIST_OF_WEBSITE = route({
  ...events,
  id: 'listWebsiteEvents',
  path: '/api/v1/websites/:id/events',
  names: 'website',
  summary: 'Events of a website',
  description: 'What its alerts found, the newest first. Events are kept for 400 days.',
});

export const LIST = route({
  ...events,
  id: 'listEvents',
  path: '/api/v1/events',
  summary: 'Events of all websites',
  description:
    'The newest first, with those of the account itself, such as a webhook that was disabled.',
});
