import { Controller, Inject } from '@nestjs/common';
import {
  LOG_COLUMNS_TYPE,
  logColumnsSchema,
  logEntrySchema,
  MAX_ENTRIES_PER_REQUEST,
} from '@app/contracts';
import { z } from 'zod';
import { Asked, type AskedOf } from '../http/asked.js';
import { route, Serves } from '../http/route.js';
import { ACCEPT_LOGS, type AcceptLogs } from './accept-logs.js';
import { readColumns } from './read-columns.js';
import { readCustom } from './read-custom.js';

const MAX_IDEMPOTENCY_KEY = 255;
const NAME_LENGTH = `must have 1 to ${MAX_IDEMPOTENCY_KEY} characters`;

export const SEND_LOGS = route({
  id: 'sendLogs',
  tag: 'Ingestion',
  summary: 'Send access log entries',
  description:
    'One entry or an array of them, also compressed with `Content-Encoding: gzip`, or the same entries as columns under a content type of their own, which costs the service less. The answer comes when the batch is durably queued; it is all or nothing. A program that repeats requests should send an `Idempotency-Key` with each batch, the same one at every try: without it, a batch whose answer was lost, or was a 503, may count twice.',
  method: 'POST',
  path: '/api/v1/logs/custom',
  access: 'bot',
  headers: {
    'Idempotency-Key': z
      .string()
      .min(1, NAME_LENGTH)
      .max(MAX_IDEMPOTENCY_KEY, NAME_LENGTH)
      .optional()
      .describe(
        'Names the batch. A request with the same key and body within 24 hours is stored once, also when the Bot Tracking Key was rotated in between.',
      ),
  },
  body: {
    unread: true,
    schema: z.union([logEntrySchema, z.array(logEntrySchema).max(MAX_ENTRIES_PER_REQUEST)]),
    example: [
      {
        timestamp: '2026-11-20T12:00:00Z',
        method: 'GET',
        host: 'example.com',
        path: '/pricing',
        status_code: 200,
        ip: '192.0.2.17',
        user_agent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
      },
    ],
    others: {
      [LOG_COLUMNS_TYPE]: {
        schema: logColumnsSchema,
        example: {
          timestamp: ['2026-11-20T12:00:00Z', '2026-11-20T12:00:01Z'],
          method: { values: ['GET'], indexes: [0, 0] },
          host: { values: ['example.com'], indexes: [0, 0] },
          path: ['/pricing', '/docs'],
          status_code: { values: [200], indexes: [0, 0] },
          ip: { values: ['192.0.2.17'], indexes: [0, 0] },
          user_agent: {
            values: ['Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
            indexes: [0, 0],
          },
          referer: { values: ['https://example.com/'], indexes: [-1, 0] },
        },
      },
    },
  },
  answer: {
    description: 'Every entry is durably queued.',
    body: z.object({
      success: z.literal(true),
      processed: z.int().min(0).describe('number of entries in the request'),
      message: z.string(),
    }),
    example: { success: true, processed: 1, message: 'Logs received' },
  },
  codes: ['IDEMPOTENCY_CONFLICT', 'IDEMPOTENCY_KEY_REUSED'],
});

/** The address that clients of the service Profound have in their code. */
export const SEND_LOGS_AT_ROOT = route({
  ...SEND_LOGS,
  id: 'sendLogsAtRoot',
  summary: 'Send access log entries to a second address',
  description:
    'The same as `/api/v1/logs/custom`, for clients of which only the host can be changed.',
  path: '/v1/logs/custom',
});

type Sent = AskedOf<typeof SEND_LOGS>;

/** Tells whether a Content-Type is that of columns, with any parameters. */
const isColumns = (type = ''): boolean =>
  type.split(';', 1)[0]?.trim().toLowerCase() === LOG_COLUMNS_TYPE;

@Controller()
export class IngestController {
  constructor(@Inject(ACCEPT_LOGS) private readonly acceptLogs: AcceptLogs) {}

  @Serves(SEND_LOGS)
  custom(@Asked() sent: Sent) {
    return this.accept(sent);
  }

  @Serves(SEND_LOGS_AT_ROOT)
  customAtRoot(@Asked() sent: Sent) {
    return this.accept(sent);
  }

  private async accept({ caller, headers, body, request }: Sent) {
    const release = request.bodyTicket?.keep();
    try {
      const processed = await this.acceptLogs({
        requestId: request.id,
        caller,
        body,
        read: isColumns(request.headers['content-type']) ? readColumns : readCustom,
        idempotencyKey: headers['Idempotency-Key'],
      });
      return { success: true, processed, message: 'Logs received' };
    } finally {
      release?.();
    }
  }
}
