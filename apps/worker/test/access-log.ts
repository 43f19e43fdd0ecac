import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type LogEntry, VISIT_FIELDS } from '@app/contracts';

const LINE = /^(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+) (\S+)" (\d+) \S+ "([^"]*)" "([^"]*)"/;
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Reads an access log in the combined format, without hosts, as the API would queue it. */
export function readAccessLog(file: string): LogEntry[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  return lines.map((line) => {
    const [, ip, time, method, path, protocol, status, referer, userAgent] = LINE.exec(
      line,
    ) as unknown as string[];
    const fields = { ip, time, method, path, protocol, status, referer, userAgent };
    return entryOf(fields as Record<keyof typeof fields, string>);
  });
}

function entryOf(
  fields: Record<
    'ip' | 'time' | 'method' | 'path' | 'protocol' | 'status' | 'referer' | 'userAgent',
    string
  >,
): LogEntry {
  const { time, method, ip, path, status, userAgent, referer, protocol } = fields;
  return {
    ...{ time: timeOf(time), method, host: '', ip, statusCode: Number(status), userAgent },
    path: VISIT_FIELDS.path.sanitise(path).value,
    referer: VISIT_FIELDS.referer.sanitise(referer).value,
    protocol: VISIT_FIELDS.protocol.sanitise(protocol).value,
  };
}

/**
 * Reads a log of a study: in place of the address it has a session behind the referer, and each
 * session gets an address of its own.
 */
export function readSessions(file: string): LogEntry[] {
  const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
  const addresses = new Map<string, string>();
  return lines.flatMap((line) => {
    const [, time, request, status, referer, session, userAgent] = (SESSION.exec(line) ??
      []) as string[];
    const [method, path, protocol] = (request ?? '').split(' ');
    // Some have no session yet: nobody knows whose they are.
    if (!session || session === '-' || !path) return [];
    const address = addresses.get(session) ?? `203.0.113.${addresses.size + 1}`;
    addresses.set(session, address);
    const fields = { method, path, protocol, status, referer, userAgent, ip: address };
    return [entryOf({ ...fields, time } as Record<keyof typeof fields | 'time', string>)];
  });
}

const SESSION = /^\S+ \S+ \[([^\]]+)\] "([^"]*)" (\d+) \S+ "([^"]*)" (\S+) "([^"]*)"/;

/** Reads a time such as `24/Nov/2026:00:01:18 +0000`. */
function timeOf(text: string): number {
  const [date = '', hours, minutes, seconds] = text.split(/[: ]/);
  const [day, month = '', year] = date.split('/');
  return Date.UTC(
    ...([Number(year), MONTHS.indexOf(month), Number(day)] as const),
    ...([Number(hours), Number(minutes), Number(seconds)] as const),
  );
}
