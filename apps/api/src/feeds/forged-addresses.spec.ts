import { entriesOf } from '@app/queue';
import { aLogEntryInput } from '@app/testing';
import { DeliveryNotes } from '../feed-health/delivery-notes.js';
import { readCustom } from '../ingest/read-custom.js';
import { Delivery } from './delivery.js';
import { FEEDS } from './feeds.js';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const RULES = { now: NOW, retentionDays: 0, isStaticFile: () => false };
const TIME = '2026-11-20T11:59:00Z';
/** An address of Googlebot, and the one of who wrote it into a header. */
const LISTED = '66.249.66.1';
const FORGED = `${LISTED}, 198.51.100.7`;
const AGENT = 'Googlebot/2.1';
const LINE = (forwarded: string) =>
  `10.0.0.3 - - [20/Nov/2026:11:59:00 +0000] "GET / HTTP/1.1" 200 5 "-" "${AGENT}" "${forwarded}"`;

/** A body of each feed that has a place for forwarded addresses. */
const BODIES: Record<string, (forwarded: string) => string> = {
  akamai: (forwarded) =>
    JSON.stringify({
      ...{ reqTimeSec: '1795175940', reqMethod: 'GET', reqPath: 'a', statusCode: '200' },
      ...{ cliIP: '10.0.0.3', UA: AGENT, xForwardedFor: forwarded },
    }),
  fastly: (ip) => JSON.stringify({ ...entry(ip), fastly_is_edge: true }),
  firehose: (forwarded) => {
    const data = Buffer.from(LINE(forwarded)).toString('base64');
    return JSON.stringify({ requestId: 'id', timestamp: NOW, records: [{ data }] });
  },
  json: (forwarded) =>
    JSON.stringify([
      { ...entry(undefined), remote_addr: '10.0.0.3', http_x_forwarded_for: forwarded },
    ]),
  lines: (forwarded) => `${LINE(forwarded)}\n`,
  otlp: (forwarded) => {
    const body = { stringValue: LINE(forwarded) };
    const logRecords = [{ timeUnixNano: `${NOW}000000`, attributes: [], body }];
    return JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] });
  },
};

/** Feeds whose sender says who the visitor was. */
const WITHOUT_LIST = ['cloudflare', 'vercel', 'netlify', 'bunny', 'pubsub'];

function entry(ip: string | undefined): object {
  return {
    ...{ timestamp: TIME, method: 'GET', host: 'shop.example', path: '/', status_code: 200 },
    ...{ user_agent: AGENT, ...(ip !== undefined && { ip }) },
  };
}

function entriesOfFeed(name: string, body: string) {
  const feed = FEEDS.find((one) => one.name === name);
  if (!feed) throw new Error(`There is no feed ${name}`);
  const envelope = feed.envelope({ 'content-type': feed.example.contentType });
  const reader = feed.reader({ now: NOW, host: '' }, {});
  const delivery = new Delivery(envelope, reader, RULES, new DeliveryNotes(NOW));
  const parts = [...delivery.push(Buffer.from(body)), ...delivery.end()];
  return parts.flatMap((part) => (part === 'pause' ? [] : entriesOf(part.entries)));
}

it.each(Object.entries(BODIES))('the feed %s says that a forged address is claimed', (name, of) => {
  expect(entriesOfFeed(name, of(FORGED))).toMatchObject([
    { ip: LISTED, userAgent: AGENT, isAddressClaimed: true },
  ]);
  const [proven] = entriesOfFeed(name, of(`${LISTED}, 10.0.0.2`));
  expect(proven).toMatchObject({ ip: LISTED });
  expect(proven).not.toHaveProperty('isAddressClaimed');
});

it('knows of each feed whether it has a place for forwarded addresses', () => {
  const known = [...Object.keys(BODIES), ...WITHOUT_LIST].sort();
  expect(known).toEqual(FEEDS.map(({ name }) => name).sort());
});

it('says so of entries, however their body is read', () => {
  const ips = [FORGED, LISTED, `${LISTED}, 10.0.0.1`, `${LISTED}, unknown`, `10.0.0.1, ${FORGED}`];
  const inputs = ips.map((ip) => aLogEntryInput({ ip, timestamp: NOW }));
  // The second body is none that is read in one pass.
  for (const odd of [{}, { query_params: { a: 1 } }]) {
    const read = readCustom(
      Buffer.from(JSON.stringify(inputs.map((one) => ({ ...one, ...odd })))),
      RULES,
    );
    if ('refusal' in read) throw new Error(read.refusal.message);
    const entries = entriesOf(read.entries);
    expect(entries.map(({ ip }) => ip)).toEqual(ips.map(() => LISTED));
    const claimed = entries.map(({ isAddressClaimed }) => isAddressClaimed === true);
    expect(claimed).toEqual([true, false, false, true, true]);
  }
});
