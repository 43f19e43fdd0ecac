import type { IncomingHttpHeaders } from 'node:http';
import { columnNames, createReader } from '@app/log-formats';
import { z } from 'zod';
import { exactJson } from '../http/error-form.js';
import { firehoseRecords } from './envelopes/firehose.js';
import { feed, type FeedAnswers } from './feed.js';

const REQUEST_ID = 'X-Amz-Firehose-Request-Id';
const LONGEST_FIELDS = 4_096;

const ACCEPTED = z.object({
  requestId: z.string().describe(`the value of \`${REQUEST_ID}\``),
  timestamp: z.int().describe('the time of the answer, in epoch milliseconds'),
});
const REFUSED = ACCEPTED.extend({
  errorMessage: z.string().describe('what is wrong, and what to do'),
});

/**
 * Firehose takes an answer in any other form for a failure, and shows `errorMessage` in its log.
 *
 * Source: https://docs.aws.amazon.com/firehose/latest/dev/httpdeliveryrequestresponse.html
 */
const ANSWERS: FeedAnswers = {
  schema: ACCEPTED,
  example: { requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f', timestamp: 1795176000000 },
  accepted: (_, { headers, now }) =>
    exactJson({ requestId: requestIdOf(headers), timestamp: now } satisfies z.output<
      typeof ACCEPTED
    >),
  errors: {
    schema: REFUSED,
    write: ({ message }, { headers, now }) =>
      exactJson({
        requestId: requestIdOf(headers),
        timestamp: now,
        errorMessage: message,
      } satisfies z.output<typeof REFUSED>),
  },
};

/** Firehose sends it with every request. A person who tries the address may leave it out. */
function requestIdOf(headers: IncomingHttpHeaders): string {
  return String(headers[REQUEST_ID.toLowerCase()] ?? '');
}

const RECORD = {
  date: '2026-11-20',
  time: '11:59:00',
  'x-edge-location': 'FRA56-P1',
  'c-ip': '192.0.2.17',
  'cs-method': 'GET',
  'cs-uri-stem': '/pricing',
  'sc-status': '200',
  'cs(User-Agent)': 'GPTBot/1.2',
  'x-host-header': 'example.com',
};

export const firehose = feed({
  name: 'firehose',
  sender: 'Amazon Data Firehose',
  sends: 'requests in the form of Firehose, `{"requestId":…,"timestamp":…,"records":[{"data":…}]}`',
  notes:
    "Records hold CloudFront's real-time log, its standard log (v2), messages of CloudWatch Logs, or lines of other access logs.",
  query: {
    fields: z
      .string()
      .min(1, 'must name columns, with commas between them')
      .max(LONGEST_FIELDS, `must have up to ${LONGEST_FIELDS} characters`)
      .optional()
      .describe(
        'The columns of the records, in their order, with commas between them. Without it, records have all columns of their log.',
      ),
  },
  example: {
    contentType: 'application/json',
    body: JSON.stringify({
      requestId: 'ed4acda5-034f-9f42-bba1-f29aea6d7d8f',
      timestamp: 1795176000000,
      records: [{ data: Buffer.from(JSON.stringify(RECORD)).toString('base64') }],
    }),
  },
  size: 'large',
  nameIn: REQUEST_ID,
  envelope: () => firehoseRecords(),
  reader: (options, { fields }) =>
    createReader('firehose', {
      ...options,
      ...(fields && { fields: columnNames(fields) }),
    }),
  answers: ANSWERS,
});
