// The bodies of senders. Everything but the time is written beforehand, so that sending costs as
// little as it can beside what is measured.
import type { BenchEntry } from '../entries.js';

/** A record in two pieces, between which its time is put. */
type Record = readonly [string, string];

interface Sender {
  /** The address, after `/api/v1/logs/`. */
  path: string;
  recordOf(entry: BenchEntry, number: number): Record;
  timeOf(time: number): string;
  bodyOf(records: string[], time: number): string;
}

const rest = (fields: object) => `",${JSON.stringify(fields).slice(1)}`;
const iso = (time: number) => new Date(time).toISOString();
const joined = (records: string[]) => records.join('\n');

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `20/Nov/2026:12:00:00 +0000` */
function clfTime(time: number): string {
  const text = iso(time);
  const month = MONTHS[Number(text.slice(5, 7)) - 1];
  return `${text.slice(8, 10)}/${month}/${text.slice(0, 4)}:${text.slice(11, 19)} +0000`;
}

const attribute = ([key, value]: [string, string | number]) => ({
  key,
  value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value },
});

/** The number of records that Firehose packs into one of its own, which is up to 1,000 KiB. */
const LINES_IN_RECORD = 500;

export const SENDERS = {
  custom: {
    path: 'custom',
    recordOf: (entry) => ['{"timestamp":"', rest(entry)],
    timeOf: iso,
    bodyOf: (records) => `[${records.join(',')}]`,
  },
  cloudflare: {
    path: 'cloudflare',
    recordOf: (entry, number) => [
      '{"EdgeStartTimestamp":"',
      rest({
        ClientRequestMethod: entry.method,
        ClientRequestHost: entry.host,
        ClientRequestURI: `${entry.path}?page=1`,
        EdgeResponseStatus: entry.status_code,
        ClientIP: entry.ip,
        ClientRequestUserAgent: entry.user_agent,
        ClientRequestReferer: entry.referer ?? '',
        ClientCountry: entry.country?.toLowerCase(),
        ClientASN: entry.asn,
        ClientRequestProtocol: entry.protocol,
        ClientRequestSource: 'eyeball',
        ParentRayID: '00',
        WorkerSubrequest: false,
        RayID: (0x8f1c9a0b7d3e2f10n + BigInt(number)).toString(16),
      }),
    ],
    timeOf: iso,
    bodyOf: joined,
  },
  json: {
    path: 'json',
    recordOf: (entry) => [
      '{"@timestamp":"',
      rest({
        http: {
          request: { method: entry.method, referrer: entry.referer },
          response: { status_code: entry.status_code },
        },
        url: { domain: entry.host, path: entry.path },
        source: { ip: entry.ip },
        user_agent: { original: entry.user_agent },
      }),
    ],
    timeOf: iso,
    bodyOf: joined,
  },
  lines: {
    path: 'lines',
    recordOf: ({ ip, method, path, status_code, referer, user_agent }) => [
      `${ip} - - [`,
      `] "${method} ${path}?page=1 HTTP/1.1" ${status_code} 5120 "${referer ?? '-'}" "${user_agent}"`,
    ],
    timeOf: clfTime,
    bodyOf: joined,
  },
  firehose: {
    path: 'firehose?fields=timestamp,c-ip,sc-status,cs-method,cs-host,cs-uri-stem,cs-user-agent,cs-referer,x-edge-request-id',
    recordOf: ({ ip, status_code, method, host, path, user_agent, referer }, number) => [
      '',
      [
        '',
        ip,
        status_code,
        method,
        host,
        path,
        user_agent.replaceAll(' ', '%20'),
        referer ?? '-',
        `request-${number}==`,
      ].join('\t'),
    ],
    timeOf: (time) => (time / 1_000).toFixed(3),
    bodyOf: (records, time) => {
      const data: string[] = [];
      for (let at = 0; at < records.length; at += LINES_IN_RECORD) {
        const lines = `${records.slice(at, at + LINES_IN_RECORD).join('\n')}\n`;
        data.push(`{"data":"${Buffer.from(lines).toString('base64')}"}`);
      }
      return `{"requestId":"bench-${time}","timestamp":${time},"records":[${data.join(',')}]}`;
    },
  },
  otlp: {
    path: 'otlp/v1/logs',
    recordOf: ({ method, host, path, status_code, ip, user_agent }) => [
      '{"timeUnixNano":"',
      rest({
        severityText: 'INFO',
        attributes: Object.entries({
          'http.request.method': method,
          'server.address': host,
          'url.path': path,
          'http.response.status_code': status_code,
          'client.address': ip,
          'user_agent.original': user_agent,
        }).map(attribute),
      }),
    ],
    timeOf: (time) => `${time}000000`,
    bodyOf: (records) =>
      `{"resourceLogs":[{"resource":{"attributes":[]},"scopeLogs":[{"scope":{},"logRecords":[${records.join(',')}]}]}]}`,
  },
} satisfies { [name: string]: Sender };

export type SenderName = keyof typeof SENDERS;
export const SENDER_NAMES = Object.keys(SENDERS) as SenderName[];

/** Stands for the time in a body that is made beforehand; no record has such a sign. */
const SIGN = '\u0001';

/**
 * Returns a function that makes the body of a request with some of the entries. All but the times is
 * made once for each portion of entries, where the times can be put into the finished bytes.
 */
export function createBodies(
  name: SenderName,
  entries: BenchEntry[],
): (from: number, count: number, time: number) => Buffer {
  const { recordOf, timeOf, bodyOf }: Sender = SENDERS[name];
  const records = entries.map(recordOf);
  const templates = new Map<string, Template | undefined>();
  const textOf = (from: number, count: number, time: number, timeText: string) =>
    Buffer.from(
      bodyOf(
        records.slice(from, from + count).map(([start, end]) => start + timeText + end),
        time,
      ),
    );
  return (from, count, time) => {
    const text = timeOf(time);
    const portion = `${from} ${count}`;
    if (!templates.has(portion))
      templates.set(portion, templateOf(textOf(from, count, time, SIGN.repeat(text.length)), text));
    return templates.get(portion)?.(text) ?? textOf(from, count, time, text);
  };
}

/** Returns a body with this time, which is as long as all others. */
type Template = (time: string) => Buffer;

/** Returns undefined when the body hides the signs, as Base64 does. */
function templateOf(body: Buffer, { length }: string): Template | undefined {
  const places: number[] = [];
  const signs = SIGN.repeat(length);
  for (let at = body.indexOf(signs); at >= 0; at = body.indexOf(signs, at + length))
    places.push(at);
  if (places.length === 0) return undefined;
  return (time) => {
    const filled = Buffer.from(body);
    const bytes = Buffer.from(time);
    for (const place of places) filled.set(bytes, place);
    return filled;
  };
}
