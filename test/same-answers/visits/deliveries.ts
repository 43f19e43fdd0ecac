// What is sent to both builds, in order: the same for the same seed, instant and number of visits. Pure.
import { SENDERS } from '../../bench/feeds/senders.js';
import { BROWSERS } from '../../bench/drawn/shapes.js';
import { DAY_MS, FIRST_DAY, WEBSITES } from '../account/contents.js';
import { createRandomValues, type RandomValues } from './random-values.js';
import { createPages, type Page } from './pages.js';
import { createVisitors, type Visitor } from './visitors.js';

export interface DeliveryOptions {
  seed: number;
  /** Epoch milliseconds to which all times are relative. */
  instant: number;
  visits: number;
  /** With false, nothing is sent that only a prepared database refuses. */
  poison?: boolean;
}

/** One request to a log route. */
export interface Delivery {
  /** The address after `/api/v1/logs/`. */
  path: string;
  body: string;
  /** The name by which a repeat is known; the log route takes it as `Idempotency-Key`. */
  name?: string;
  /** Epoch milliseconds before which it must not be sent, because its visits were not yet. */
  notBefore: number;
}

type Entry = Visitor & Page & { time: number };

const BATCH = 1_000;
/** The last part of the visits is from the seconds after the instant, so it comes as it happens. */
const LIVE_SHARE = 0.08;
const LIVE_MS = 15_000;
/** So many of the others come long after they happened. */
const LATE_SHARE = 0.15;
const SAME_TIME_SHARE = 0.02;

/** Every tenth batch comes by one of these feeds. */
const FEEDS = ['cloudflare', 'json', 'otlp', 'lines'] as const;
/** From so many visits on, one website gets more agents in a day than its dictionary takes. */
const FLOOD_FROM = 100_000;
const FLOOD = 10_500;
const FLOODED_DAY = 150;
/** Deliveries of the flood have numbers of their own. */
const FLOOD_NUMBER = 1_000_000;

/** Begins the paths of visits that a prepared database refuses. */
export const POISON = '/poison';

export function* createDeliveries(options: DeliveryOptions): Generator<Delivery> {
  const { instant, visits, seed, poison = true } = options;
  const random = createRandomValues(seed);
  const live = Math.round(visits * LIVE_SHARE);
  const flood = visits >= FLOOD_FROM ? FLOOD : 0;
  const entries = createEntries(random, instant);
  let number = 0;
  const batches = (count: number, timeOf: (index: number) => number) =>
    Array.from({ length: Math.ceil(count / BATCH) }, (_, at) => {
      const size = Math.min(BATCH, count - at * BATCH);
      return Array.from({ length: size }, (__, row) => entries(timeOf(at * BATCH + row)));
    });
  for (const batch of batches(visits - live - flood, timesOfPast(random, instant, visits))) {
    number += 1;
    if (poison && number % 20 === 3) batch.splice(500, 1, poisoned(batch[500]));
    yield deliveryOf(batch, number, instant);
    if (number % 25 === 5) yield deliveryOf(batch, number, instant);
    if (number % 40 === 1) yield REFUSED;
  }
  yield* floodOf(flood, instant);
  for (const batch of batches(live, (index) => instant + Math.floor((index / live) * LIVE_MS))) {
    number += 1;
    yield deliveryOf(batch, number, Math.max(...batch.map(({ time }) => time)) + 1);
  }
}

/** A batch in which one entry is wrong is refused as a whole. */
const REFUSED: Delivery = {
  ...{ path: 'custom', notBefore: 0 },
  body: '[{"timestamp":"yesterday","method":"GET","host":"one.example","path":"/","status_code":200,"ip":"","user_agent":""}]',
};

/** Times that become denser towards the instant, with late ones between them. */
function timesOfPast(
  random: RandomValues,
  instant: number,
  visits: number,
): (index: number) => number {
  const span = FIRST_DAY * DAY_MS;
  return (index) => {
    if (random.fraction() < LATE_SHARE) return instant - Math.floor(random.fraction() * span) - 1;
    return instant - Math.floor(span * (1 - index / visits) ** 2) - 1;
  };
}

function createEntries(random: RandomValues, instant: number): (time: number) => Entry {
  const visitor = createVisitors(random);
  const page = createPages(random);
  let last = instant - 1;
  return (time) => {
    const isSame = random.fraction() < SAME_TIME_SHARE && last < instant && time < instant;
    last = isSame ? last : time;
    return { ...visitor(), ...page(), time: last };
  };
}

const poisoned = (entry?: Entry) => ({
  ...(entry as Entry),
  ...{
    host: WEBSITES[0].domain,
    method: 'GET',
    status_code: 200,
    path: `${POISON}/${entry?.time}`,
  },
});

function deliveryOf(batch: readonly Entry[], number: number, notBefore: number): Delivery {
  const name = `delivery-${number}`;
  if (number % 10 !== 7)
    return { path: 'custom', name, notBefore, body: JSON.stringify(batch.map(sent)) };
  const feed = FEEDS[Math.floor(number / 10) % FEEDS.length] ?? FEEDS[0];
  const { path, recordOf, timeOf, bodyOf } = SENDERS[feed];
  const records = batch.map((entry, row) => {
    const [start = '', end = ''] = recordOf(entry, number * BATCH + row);
    return start + timeOf(entry.time) + end;
  });
  return { path, name, notBefore, body: bodyOf(records) };
}

/** An entry as the log route takes it, with both forms of a time. */
const sent = ({ time, ...entry }: Entry, index: number) => ({
  timestamp: index % 3 === 0 ? time : new Date(time).toISOString(),
  ...entry,
  ...(index % 50 === 0 ? { query_params: { q: 'secret' }, content_type: 'text/html' } : {}),
});

/** Visits of one day by more agents than a dictionary takes in a day. */
function* floodOf(count: number, instant: number): Generator<Delivery> {
  const time = instant - FLOODED_DAY * DAY_MS;
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, at) => ({
      ...{ time: time - from - at, method: 'GET', host: WEBSITES[2].domain, path: '/flood' },
      ...{ status_code: 200, ip: '192.0.2.9' },
      user_agent: (BROWSERS[0] ?? '').replace('138.0.0.0', `138.0.${from + at}.0`),
    }));
    yield deliveryOf(batch, FLOOD_NUMBER + from, instant);
  }
}
