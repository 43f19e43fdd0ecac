import type { Readable } from 'node:stream';
import type { Clock, KeyHolder, RateLimits } from '@app/access';
import type { StaticFileTest } from '@app/contracts';
import type { FastifyRequest } from 'fastify';
import type { DeliveryNotes } from '../feed-health/delivery-notes.js';
import type { FeedWatch } from '../feed-health/feed-watch.js';
import { ApiError, tooManyBodies, tooSlow } from '../http/api-error.js';
import {
  countAccepted,
  type QueueBatch,
  type QueueBatchDependencies,
} from '../ingest/queue-batch.js';
import type { AccountShares } from '../overload/account-shares.js';
import type { ReadingTurns } from '../overload/reading-turns.js';
import { MAX_BODY_BYTES } from '../server/read-body.js';
import { streamBody } from '../server/stream-body.js';
import { Delivery, type DeliveryCounts, type Part, RECORDS_PER_PART } from './delivery.js';
import { withoutByteOrderMark } from './envelopes/byte-order-mark.js';
import type { DeliverySize, Feed, FeedQuery } from './feed.js';
import { LARGE_FROM_BYTES, LargeBodies, type Turn } from './large-bodies.js';
import { partId } from './part-id.js';
import { Signature } from './signed-body.js';
import type { OpenSecret } from './signing-secret.js';
import { UnderWay } from './under-way.js';

export interface ReceiveDependencies extends Pick<QueueBatchDependencies, 'metrics'> {
  queueBatch: QueueBatch;
  shares: Pick<AccountShares, 'turnOf'>;
  readingTurns: ReadingTurns;
  clock: Clock;
  rateLimits: RateLimits;
  feedWatch: FeedWatch;
  openSecret: OpenSecret;
  /** 0 means that entries from 2000-01-01 on are accepted. */
  retentionDays: number;
  isStaticFile: StaticFileTest;
  /** Bytes that a delivery may have, decompressed. */
  maxBytes: Readonly<Record<DeliverySize, number>>;
}

export interface DeliveryRequest {
  request: FastifyRequest;
  /** The holder of a Bot Tracking Key. */
  caller: KeyHolder;
  query: FeedQuery;
  /** The name that the sender gives to the delivery. */
  deliveryId: string | undefined;
  /** Whether the sender only tries the address. */
  mayBeEmpty: boolean;
}

export const RECEIVE = Symbol('Receive');
/**
 * Receives one delivery. When it resolves, the queue holds durably everything that could be read. A
 * delivery that is refused may have been queued in part; its parts keep their ids when it is
 * repeated.
 */
export type Receive = (feed: Feed, delivery: DeliveryRequest) => Promise<DeliveryCounts>;

/** How many parts of a delivery are on their way into the queue at a time. */
const PARTS_UNDER_WAY = 4;

export function createReceive(dependencies: ReceiveDependencies): Receive {
  const { clock, retentionDays, queueBatch, rateLimits, maxBytes, feedWatch } = dependencies;
  const { shares, readingTurns, openSecret, isStaticFile } = dependencies;
  const largeBodies = new LargeBodies();

  return function receive(feed, asked) {
    const place = { caller: asked.caller, feed: feed.name };
    return feedWatch.over(place, (notes) => read(feed, asked, notes));
  };

  async function read(
    feed: Feed,
    { request, caller, query, deliveryId, mayBeEmpty }: DeliveryRequest,
    notes: DeliveryNotes,
  ): Promise<DeliveryCounts> {
    const rules = { now: clock.now(), retentionDays, isStaticFile };
    const reader = feed.reader({ now: rules.now, host: '' }, query);
    const envelope = withoutByteOrderMark(feed.envelope(request.headers));
    const delivery = new Delivery(envelope, reader, rules, notes);
    const signature = signatureOf(feed, request, () => openSecret(caller));
    const isSigned = signature !== undefined;
    const source = { lineageId: caller.lineageId, feed: feed.name, deliveryId, isSigned };
    const parts = new UnderWay<Part>(PARTS_UNDER_WAY, (part) =>
      queueBatch({
        id: partId(source, part),
        requestId: request.id,
        caller,
        entries: part.entries,
        bytes: part.size,
      }),
    );
    const release = request.bodyTicket?.keep();
    try {
      const most = maxBytes[feed.size];
      const pause = () => readingTurns.next(shares.turnOf(caller.accountId));
      const body = { request, feed, most, signature, mayBeEmpty };
      await readAll({ ...body, delivery, parts, largeBodies, pause });
      await parts.done();
    } finally {
      await parts.settled();
      release?.();
    }
    const { processed, skipped, rejected } = delivery.counts;
    await rateLimits.charge(caller, (processed + skipped + rejected) / RECORDS_PER_PART);
    countAccepted(dependencies, processed, delivery.sanitised);
    return delivery.counts;
  }
}

/** Returns the signature that a delivery must have, or undefined when it needs none. */
function signatureOf(
  { signature }: Feed,
  { headers }: FastifyRequest,
  secretOf: () => string | undefined,
): Signature | undefined {
  const secret = signature && secretOf();
  if (!signature || secret === undefined) return undefined;
  const given = [headers[signature.header]].flat()[0];
  return new Signature({ algorithm: signature.algorithm, secret, given });
}

interface Body {
  request: FastifyRequest;
  feed: Feed;
  /** Bytes that the body may have, decompressed. */
  most: number;
  signature: Signature | undefined;
  mayBeEmpty: boolean;
}

interface Reading extends Body {
  delivery: Delivery;
  parts: UnderWay<Part>;
  largeBodies: LargeBodies;
  /** Resolves when the next piece of the body may be read. */
  pause: () => Promise<void>;
}

/**
 * Gives the bytes of a body as they arrive. Those of a signed one are held until all of them have
 * come and the signature is right, so there may be fewer of them.
 */
function bytesOf({ request, most, signature }: Body): AsyncIterable<Buffer> | Buffer[] {
  const stream = request.body as Readable | undefined;
  if (!stream) return [];
  if (!signature) return streamBody(request, stream, most);
  const arrived = (chunk: Buffer) => signature.arrived(chunk);
  const body = streamBody(request, stream, Math.min(most, MAX_BODY_BYTES), arrived);
  return signature.verified(body, (size) => hold(request, size));
}

/** Takes room for so many bytes of a body. */
function hold({ bodyTicket }: FastifyRequest, bytes: number): void {
  if (bodyTicket?.grow(bytes) === false) throw tooManyBodies();
}

async function readAll(reading: Reading): Promise<void> {
  const { request, feed, signature, mayBeEmpty, delivery, largeBodies, parts } = reading;
  let bytes = 0;
  let turn: Turn | undefined;
  try {
    for await (const chunk of bytesOf(reading)) {
      bytes += chunk.length;
      if (delivery.held > LARGE_FROM_BYTES) turn ??= await largeBodies.takeTurn();
      if (turn?.isOverdue()) throw tooSlow();
      await queueParts(delivery.push(chunk), reading);
      // A signed body has its room already. It gives its bytes away as they become parts.
      if (signature) continue;
      // A body that has its turn is bounded by itself, and may be larger than the budget.
      const unread = turn ? 0 : delivery.size;
      hold(
        request,
        parts.list().reduce((sum, { size }) => sum + size, unread),
      );
    }
    if (bytes === 0 && mayBeEmpty) return;
    if (bytes === 0) throw new ApiError('INVALID_JSON', `The body is empty; send ${feed.sends}`);
    await queueParts(delivery.end(), reading);
    if (delivery.isUnreadable)
      throw new ApiError('INVALID_JSON', `Nothing in the body can be read; send ${feed.sends}`);
  } finally {
    turn?.end();
  }
}

/** Others have their turn in between: much of a body may be here at once. */
async function queueParts(
  made: Iterable<Part | 'pause'>,
  { parts, pause }: Pick<Reading, 'parts' | 'pause'>,
): Promise<void> {
  for (const part of made) {
    if (part === 'pause') await pause();
    else if (part.entries.count > 0) await parts.add(part);
  }
}
