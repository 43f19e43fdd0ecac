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
    numberArray(visits, ({ time }) => time / 1_000),
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

function batchOfEach(batches: VisitBatch[]): string {
  const places = batches.flatMap(({ visits }, place) => visits.map(() => place));
  return numberArray(places, (place) => place);
}

/**
 * Finds the different clients of visits, so that their long texts are sent to the database once
 * instead of with each visit. Nobody can make this slow with one user agent and many hosts or
 * methods, because only clients that differ in what follows from their user agent are compared one
 * by one.
 */
function distinctClients(visits: readonly Client[]): DistinctClients {
  const clients: Client[] = [];
  const byUserAgent = new Map<string, Map<string, number[]>>();
  const places = visits.map((visit) => {
    const byTarget = madeOnce(byUserAgent, visit.userAgent, () => new Map<string, number[]>());
    const alike = madeOnce(byTarget, `${visit.method} ${visit.host}`, () => []);
    let place = alike.find((known) => isSame(clients[known] as Client, visit));
    if (place === undefined) {
      place = clients.push(visit) - 1;
      alike.push(place);
    }
    return place;
  });
  return { clients, places };
}

function madeOnce<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}

/**
 * Compares what follows from the user agents, which are known to be equal, as are host and method.
 */
function isSame(one: Client, other: Client): boolean {
  return one.browser === other.browser && one.os === other.os && one.device === other.device;
}
