import type { IncomingHttpHeaders } from 'node:http';
import { REJECT_REASONS, type RejectReason } from '@app/contracts';
import { PbfWriter } from 'pbf';
import { z } from 'zod';
import { exactJson, type Payload } from '../http/error-form.js';
import type { DeliveryCounts } from './delivery.js';
import { isProtobuf, PROTOBUF } from './envelopes/otlp.js';
import type { FeedAnswers } from './feed.js';

const ACCEPTED = z.object({
  partialSuccess: z
    .object({
      rejectedLogRecords: z.string().describe('log records that cannot be read, as a number'),
      errorMessage: z.string().describe('why, and what to do'),
    })
    .optional()
    .describe('There when log records were rejected. They must not be sent again.'),
});

const STATUS = z.object({
  code: z.int().describe('code of google.rpc.Status'),
  message: z.string().describe('what is wrong, and what to do'),
});

/** Codes of google.rpc.Status for HTTP statuses. */
const RPC_CODES: Readonly<Record<number, number>> = {
  401: 16,
  403: 7,
  404: 5,
  405: 12,
  408: 4,
  409: 10,
  429: 8,
  500: 13,
  503: 14,
};
const INVALID_ARGUMENT = 3;

/**
 * Answers as OTLP asks: in the content type of the request, with the number of records that were
 * rejected. Skipped records were read, so they are not mentioned.
 *
 * Source: https://opentelemetry.io/docs/specs/otlp/#otlphttp-response
 */
export const OTLP_ANSWERS: FeedAnswers = {
  schema: ACCEPTED,
  example: {},
  accepted: (counts, { headers }) => {
    const { rejected } = counts;
    if (rejected === 0) return payload(headers, {}, () => undefined);
    const errorMessage = whyRejected(counts);
    const partialSuccess = { rejectedLogRecords: String(rejected), errorMessage };
    return payload(headers, { partialSuccess } satisfies z.output<typeof ACCEPTED>, (writer) =>
      writer.writeMessage(1, writeNumberAndText, { number: rejected, text: errorMessage }),
    );
  },
  errors: {
    schema: STATUS,
    write: ({ status, message }, { headers }) => {
      const code = RPC_CODES[status] ?? INVALID_ARGUMENT;
      return payload(headers, { code, message } satisfies z.output<typeof STATUS>, (writer) =>
        writeNumberAndText({ number: code, text: message }, writer),
      );
    },
  },
};

function payload(
  headers: IncomingHttpHeaders,
  json: object,
  write: (writer: PbfWriter) => void,
): Payload {
  if (!isProtobuf(headers)) return exactJson(json);
  const writer = new PbfWriter();
  write(writer);
  return { contentType: PROTOBUF, body: Buffer.from(writer.finish()) };
}

/** Both messages have a number and then a text. */
function writeNumberAndText(
  { number, text }: { number: number; text: string },
  writer: PbfWriter,
): void {
  writer.writeVarintField(1, number);
  writer.writeStringField(2, text);
}

function whyRejected({ reasons, rejected }: DeliveryCounts): string {
  const found = Object.entries(REJECT_REASONS).flatMap(([reason, meaning]) => {
    const count = reasons[reason as RejectReason];
    return count === undefined ? [] : [`${count} ${reason} (${meaning})`];
  });
  return `${rejected} log records were rejected: ${found.join(', ')}. ${WHAT_TO_DO}`;
}

const WHAT_TO_DO =
  'Send a log record for each HTTP request, with the attributes url.path, http.response.status_code, ' +
  'client.address and user_agent.original, or with a line of an access log as its body.';
