import type { IncomingHttpHeaders } from 'node:http';
import { SETTINGS } from '@app/config';
import type { ForwardReader, ReaderOptions } from '@app/log-formats';
import { z } from 'zod';
import type { AnsweredRequest, ErrorForm, Payload } from '../http/error-form.js';
import { KEY_HEADERS_AND_ADDRESS } from '../http/key-places.js';
import { route, type RouteDeclaration, type Shape } from '../http/route.js';
import type { DeliveryCounts } from './delivery.js';
import type { Envelope } from './envelopes/envelope.js';
import type { SignatureForm } from './signed-body.js';

/** How large deliveries may be. What that means in bytes is a setting for each. */
export type DeliverySize = 'usual' | 'large';

/** Values of the query parameters that a feed declares. */
export type FeedQuery = Readonly<Record<string, string | undefined>>;

/**
 * What one kind of sender sends. A feed is a file in this folder and a row in `feeds.ts`; its routes
 * and its answers follow from it.
 */
export interface FeedDefinition {
  /** Names the feed in addresses, counts and ids of batches, so it never changes. */
  name: string;
  /** Where its sender sends to, if it cannot be `/api/v1/logs/NAME`. The first is the usual one. */
  paths?: readonly [string, ...string[]];
  /** Who sends this, as people call it. */
  sender: string;
  /** What the sender sends, as the end of a sentence: "send …". */
  sends: string;
  /** What an operator should know about it, in whole sentences. */
  notes?: string;
  /** Parameters of the address that the sender's operator may set. */
  query?: Shape;
  /** Returns what is wrong with its parameters together, or undefined. */
  faultIn?(query: FeedQuery): string | undefined;
  /** The content type that the sender may name, for the documentation. Any is accepted. */
  example: { contentType: string; body: string };
  /** Default: `usual`. */
  size?: DeliverySize;
  /** The header in which the sender names a delivery, the same at each try. */
  nameIn?: string;
  /** How its sender signs. It is checked for keys that have a signing secret. */
  signature?: SignatureForm;
  /**
   * Headers that the sender wants back while it tries the address; undefined when it does not. Then
   * the body may be empty.
   */
  handshake?(headers: IncomingHttpHeaders, query: FeedQuery): Record<string, string> | undefined;
  envelope(headers: IncomingHttpHeaders): Envelope;
  reader(options: ReaderOptions, query: FeedQuery): ForwardReader;
  /** How the sender wants to be answered. Default: counts, and the envelope of every error. */
  answers?: FeedAnswers;
}

export interface FeedAnswers {
  /** The body of a 200 in JSON, for the documentation. */
  schema: z.ZodType;
  example: unknown;
  accepted(counts: DeliveryCounts, request: AnsweredRequest): Payload;
  errors: ErrorForm;
}

/** The routes of one address of a feed. */
export interface FeedAddress {
  /** Takes deliveries. */
  deliver: RouteDeclaration;
  /** Says what the feed expects. */
  describe: RouteDeclaration;
}

export interface Feed extends FeedDefinition {
  size: DeliverySize;
  nameIn: string;
  addresses: readonly [FeedAddress, ...FeedAddress[]];
}

const COUNTS = z.object({
  success: z.literal(true),
  processed: z.int().min(0).describe('records that are entries, durably queued'),
  skipped: z.int().min(0).describe('records that are no visits, although nothing is wrong'),
  rejected: z.int().min(0).describe('records that cannot be read; they are not stored'),
  reasons: z.record(z.string(), z.int()).describe('skipped and rejected records by reason'),
});
const COUNTS_EXAMPLE = { success: true, processed: 1, skipped: 0, rejected: 0, reasons: {} };

/** Answers a delivery in the way of its sender. */
export function answerOf(
  { answers }: Feed,
  counts: DeliveryCounts,
  request: AnsweredRequest,
): Payload {
  return answers?.accepted(counts, request) ?? { contentType: JSON_TYPE, body: countsOf(counts) };
}

const JSON_TYPE = 'application/json; charset=utf-8';

function countsOf(counts: DeliveryCounts): string {
  return JSON.stringify({ success: true, ...counts } satisfies z.output<typeof COUNTS>);
}

/** Completes a feed with what all feeds have in common. */
export function feed(definition: FeedDefinition): Feed {
  const { name, paths = [`/api/v1/logs/${name}`] } = definition;
  const { size = 'usual', nameIn = 'Idempotency-Key' } = definition;
  const [first, ...others] = paths;
  const id = pascalCase(name);
  const complete = { ...definition, size, nameIn };
  return {
    ...complete,
    addresses: [
      addressOf(complete, first, id),
      ...others.map((path) => addressOf(complete, path, `${id}At${pascalCase(path)}`)),
    ],
  };
}

/** Returns the routes of all addresses of a feed. */
export function routesOf({ addresses }: Feed): RouteDeclaration[] {
  return addresses.flatMap(({ deliver, describe }) => [deliver, describe]);
}

/** `/v1/logs` becomes `V1Logs`. */
function pascalCase(text: string): string {
  const words = text.split(/[^a-z\d]/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** @param id ends the names of its operations in generated clients */
function addressOf(feed: Omit<Feed, 'addresses'>, path: string, id: string): FeedAddress {
  const { sender, sends, notes = '', size, nameIn, query, example, answers } = feed;
  const keyFrom = KEY_HEADERS_AND_ADDRESS;
  const shared = { tag: 'Ingestion', path, access: 'bot', keyFrom } as const;
  return {
    deliver: route({
      ...shared,
      id: `send${id}`,
      method: 'POST',
      summary: `Send logs of ${sender}`,
      description: `Send ${sends}, up to ${USUAL_MIB[size]} MiB, decompressed. ${notes} ${MANNERS}`,
      ...(query ? { query } : {}),
      headers: { [nameIn]: DELIVERY_NAME },
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
        body: answers?.schema ?? COUNTS,
        example: answers?.example ?? COUNTS_EXAMPLE,
      },
      ...(answers ? { errors: answers.errors } : {}),
    }),
    describe: route({
      ...shared,
      id: `describe${id}`,
      method: 'GET',
      summary: `Check the address and key for logs of ${sender}`,
      description: 'Some senders ask their address before they send to it.',
      ...(query ? { query } : {}),
      answer: {
        description: 'The key may send to this address.',
        data: DESCRIPTION,
        example: descriptionOf(feed),
      },
    }),
  };
}

/** The settings when nobody changed them. */
const USUAL_MIB: Record<DeliverySize, string> = {
  usual: SETTINGS.FEED_MAX_MIB.default,
  large: SETTINGS.FEED_LARGE_MAX_MIB.default,
};

const DESCRIPTION = z.object({
  feed: z.string().describe('name of the feed'),
  sends: z.string().describe('what its sender sends'),
});

/** The answer to a sender, or a person, that asks the address without sending anything. */
export function descriptionOf({ name, sends }: FeedDefinition): z.output<typeof DESCRIPTION> {
  return { feed: name, sends };
}

const MANNERS =
  'A record that is no visit is skipped, and one that cannot be read is rejected; neither refuses the other records. Content types are not judged. Without a name for a delivery, a repeat may count twice where records have no ids. A signed delivery always counts once.';

const MAX_NAME = 255;
const DELIVERY_NAME = z
  .string()
  .min(1, `must have 1 to ${MAX_NAME} characters`)
  .max(MAX_NAME, `must have 1 to ${MAX_NAME} characters`)
  .optional()
  .describe('Names the delivery, so that a repeat with the same bytes counts once.');
