import type { ReaderOptions, RecordReader } from '@app/log-formats';
import { z } from 'zod';
import { KEY_HEADERS_AND_ADDRESS } from '../http/key-places.js';
import { route, type RouteDeclaration, type Shape } from '../http/route.js';
import type { DeliveryCounts } from './delivery.js';
import type { Envelope } from './envelopes/envelope.js';

const MIB = 1024 * 1024;
const MAX_DELIVERY_BYTES = 32 * MIB;

/** Values of the query parameters that a feed declares. */
export type FeedQuery = Readonly<Record<string, string | undefined>>;

/**
 * What one kind of sender sends. A feed is a file in this folder and a row in `feeds.ts`; its routes
 * and its answers follow from it.
 */
export interface FeedDefinition {
  /**
   * The last part of the address. It also names the feed in ids of batches, so it never changes.
   */
  name: string;
  /** Who sends this, as people call it. */
  sender: string;
  /** What the sender sends, as the end of a sentence: "send …". */
  sends: string;
  /** What an operator should know about it, in whole sentences. */
  notes?: string;
  /** Parameters of the address that the sender's operator may set. */
  query?: Shape;
  /** The content types that the sender may name, for the documentation. Any is accepted. */
  example: { contentType: string; body: string };
  envelope(): Envelope;
  reader(options: ReaderOptions, query: FeedQuery): RecordReader;
}

export interface Feed extends FeedDefinition {
  /** Bytes that a delivery may have, decompressed. */
  maxBytes: number;
  /** The route of deliveries. */
  deliver: RouteDeclaration;
  /** The route that says what the feed expects. */
  describe: RouteDeclaration;
}

const COUNTS = z.object({
  success: z.literal(true),
  processed: z.int().min(0).describe('records that are entries, durably queued'),
  skipped: z.int().min(0).describe('records that are no visits, although nothing is wrong'),
  rejected: z.int().min(0).describe('records that cannot be read; they are not stored'),
  reasons: z.record(z.string(), z.int()).describe('skipped and rejected records by reason'),
});

/** The answer to a delivery, for a sender that accepts a body of ours. */
export function answerOf(counts: DeliveryCounts): z.output<typeof COUNTS> {
  return { success: true, ...counts };
}

/** Completes a feed with what all feeds have in common. */
export function feed(definition: FeedDefinition): Feed {
  const { name, sender, sends, notes = '', query, example } = definition;
  const path = `/api/v1/logs/${name}`;
  const id = name.replace(/^./, (letter) => letter.toUpperCase());
  const keyFrom = KEY_HEADERS_AND_ADDRESS;
  const shared = { tag: 'Ingestion', path, access: 'bot', keyFrom } as const;
  return {
    ...definition,
    maxBytes: MAX_DELIVERY_BYTES,
    deliver: route({
      ...shared,
      id: `send${id}`,
      method: 'POST',
      summary: `Send logs of ${sender}`,
      description: `Send ${sends}, up to ${MAX_DELIVERY_BYTES / MIB} MiB, decompressed. ${notes} ${MANNERS}`,
      ...(query ? { query } : {}),
      headers: DELIVERY_HEADERS,
      contentType: 'any',
      stream: true,
      body: {
        unread: true,
        schema: z.string(),
        contentType: example.contentType,
        example: example.body,
      },
      answer: {
        description: 'Everything that could be read is durably queued.',
        body: COUNTS,
        example: { success: true, processed: 1, skipped: 0, rejected: 0, reasons: {} },
      },
    }),
    describe: route({
      ...shared,
      id: `describe${id}`,
      method: 'GET',
      summary: `Check the address and key for logs of ${sender}`,
      description: 'Some senders ask their address before they send to it.',
      answer: {
        description: 'The key may send to this address.',
        data: DESCRIPTION,
        example: descriptionOf(definition),
      },
    }),
  };
}

const DESCRIPTION = z.object({
  feed: z.string().describe('name of the feed'),
  sends: z.string().describe('what its sender sends'),
});

/** The answer to a sender, or a person, that asks the address without sending anything. */
export function descriptionOf({ name, sends }: FeedDefinition): z.output<typeof DESCRIPTION> {
  return { feed: name, sends };
}

const MANNERS =
  'A record that is no visit is skipped, and one that cannot be read is rejected; neither refuses the other records. Content types are not judged. Without a name for a delivery, a repeat may count twice where records have no ids.';

const MAX_NAME = 255;
const DELIVERY_HEADERS = {
  'Idempotency-Key': z
    .string()
    .min(1, `must have 1 to ${MAX_NAME} characters`)
    .max(MAX_NAME, `must have 1 to ${MAX_NAME} characters`)
    .optional()
    .describe('Names the delivery, so that a repeat with the same bytes counts once.'),
};
