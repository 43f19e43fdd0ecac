import { existsSync, readFileSync } from 'node:fs';
import { logOf } from '../server/nginx-configuration.js';
import type { WebsiteName } from '../server/websites.js';
import type { Visit } from './visit.js';

/** A line of nginx's log as the configuration has it. */
interface Line {
  msec: string;
  remote_addr: string;
  request_method: string;
  http_host: string;
  request_uri: string;
  server_protocol: string;
  status: number;
  http_referer: string;
  http_user_agent: string;
  http_sec_fetch_mode: string;
  http_sec_purpose: string;
}

/** The log of a website in two forms: as JSON with headers, and as nginx writes it by default. */
export interface Logs {
  json: string[];
  combined: string[];
}

/** Reads what nginx has logged, with the times at which the visits would have been. */
export function readLogs(folder: string, name: WebsiteName, visits: readonly Visit[]): Logs {
  const file = logOf(folder, name);
  const texts = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const clocks = new Map(visits.map(({ address, clock }) => [address, clock]));
  const lines = texts.map((text) => {
    const line = JSON.parse(text) as Line;
    const clock = clocks.get(line.remote_addr);
    if (!clock) throw new Error(`${name} was visited by ${line.remote_addr}, who is nobody`);
    return { ...line, time: clock.at(Number(line.msec) * 1_000) };
  });
  lines.sort((one, other) => one.time - other.time);
  return { json: lines.map(jsonOf), combined: lines.map(combinedOf) };
}

const jsonOf = ({ time, ...line }: Line & { time: number }) =>
  JSON.stringify({ ...line, msec: (time / 1_000).toFixed(3) });

/** The format `combined` of nginx. The size of the answer, which nobody reads, is 0. */
function combinedOf(line: Line & { time: number }): string {
  const request = `${line.request_method} ${line.request_uri} ${line.server_protocol}`;
  return `${line.remote_addr} - - [${clfTime(line.time)}] "${request}" ${line.status} 0 "${line.http_referer || '-'}" "${line.http_user_agent || '-'}"`;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Writes a time such as `24/Nov/2026:00:01:18 +0000`. */
function clfTime(time: number): string {
  const [year, month, day, clock] = new Date(time).toISOString().split(/[-T.]/);
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${clock} +0000`;
}
