import { verificationCode } from '@app/contracts';
import { numberArray, textArray } from './array-literals.js';
import type { Visit, VisitBatch } from './visit.js';

/** The values that many visits of a batch have in common. */
type Client = Pick<Visit, 'method' | 'host' | 'userAgent' | 'browser' | 'os' | 'device'>;

interface DistinctClients {
  clients: Client[];
  /** For each visit the place of its client in the list, from 0. */
  places: number[];
}

/**
 * Returns batches, clients, visits and skipped requests, column by column in the order of the statement's parameters.
 */
export function columnsOf(batches: VisitBatch[]): string[] {
  const visits = batches.flatMap((batch) => batch.visits);
  const { clients, places } = distinctClients(visits);
  const skipped = batches.flatMap((batch, place) =>
    (batch.skipped ?? []).map((requests) => ({ ...requests, place })),
  );
  return [
    textArray(batches, ({ id }) => id),
    numberArray(batches, ({ accountId }) => accountId),
    numberArray(batches, ({ receivedAt }) => receivedAt),
    numberArray(batches, (batch) => batch.visits.length),
    textArray(clients, ({ method }) => method),
    textArray(clients, ({ host }) => host),
    textArray(clients, ({ userAgent }) => userAgent),
    textArray(clients, ({ browser }) => browser),
    textArray(clients, ({ os }) => os),
    textArray(clients, ({ device }) => device),
    batchOfEach(batches),
    numberArray(places, (place) => place),
    numberArray(visits, ({ time }) => time),
    numberArray(visits, ({ websiteId }) => websiteId),
    numberArray(visits, ({ botId }) => botId),
    numberArray(visits, ({ verification }) => verificationCode(verification)),
    numberArray(visits, ({ statusCode }) => statusCode),
    numberArray(visits, ({ pageId }) => pageId),
    textArray(visits, ({ path }) => path),
    textArray(visits, ({ ip }) => ip),
    textArray(visits, ({ referer }) => referer),
    textArray(visits, ({ referralSource }) => referralSource),
    numberArray(skipped, ({ place }) => place),
    numberArray(skipped, ({ websiteId }) => websiteId),
    numberArray(skipped, ({ day }) => day / 1_000),
    numberArray(skipped, ({ requests }) => requests),
  ];
}

/** Returns the place of its batch for each visit. */
function batchOfEach(batches: VisitBatch[]): string {
  const places = batches.map(({ visits }, place) => `${place},`.repeat(visits.length)).join('');
  return `{${places.slice(0, -1)}}`;
}

/** Clients with the same user agent that are compared one by one. */
const MOST_COMPARED = 8;

/**
 * Finds the different clients of visits, so that their long texts are sent to the database once
 * instead of with each visit. To compare a few clients is faster than to look a joined text up, and
 * because it is only a few, nobody can make this slow with one user agent and many hosts.
 */
function distinctClients(visits: readonly Client[]): DistinctClients {
  const clients: Client[] = [];
  const byUserAgent = new Map<string, number[]>();
  const others = new Map<string, number>();
  const add = (client: Client) => clients.push(client) - 1;
  const places = visits.map((visit) => {
    const alike = madeOnce(byUserAgent, visit.userAgent, () => []);
    for (const known of alike) if (isSame(clients[known] as Client, visit)) return known;
    if (alike.length === MOST_COMPARED) return madeOnce(others, textOf(visit), () => add(visit));
    const place = add(visit);
    alike.push(place);
    return place;
  });
  return { clients, places };
}

function textOf({ method, host, userAgent, browser, os, device }: Client): string {
  return JSON.stringify([method, host, userAgent, browser, os, device]);
}

function madeOnce<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/** Compares clients whose user agents are known to be equal. */
function isSame(one: Client, other: Client): boolean {
  return (
    one.host === other.host &&
    one.method === other.method &&
    one.browser === other.browser &&
    one.os === other.os &&
    one.device === other.device
  );
}
