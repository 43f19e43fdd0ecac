import type { ClfParts } from './clf-line.js';

/** Matches everything in front of the path: process, client, user, variables, time, method. */
const FRONT =
  /^\[pid: \d{1,10}\|app: [-\d]{1,10}\|req: [-\d]{1,20}\/\d{1,20}\] (\S{0,64}) \([^)]{0,256}\) \{[^}]{1,64}\} \[([^\]]{1,40})\] ([A-Z-]{1,32}) /;
const BEHIND_PATH = ' => generated ';
const LONGEST_END = 512;
/** Matches bytes, duration, protocol and status. */
const END = /^\d{1,20} bytes in \d{1,20} \w{1,8} \((HTTP\/\d(?:\.\d)?) (\d{3})\)/;

/**
 * Cuts the line that uWSGI writes of a request unless it is told another format. It has no user
 * agent. Returns undefined when the line is none.
 *
 * Source: https://uwsgi-docs.readthedocs.io/en/latest/LogFormat.html
 */
export function cutUwsgiLine(line: string): ClfParts | undefined {
  const front = FRONT.exec(line);
  if (!front) return undefined;
  const [matched, client = '', time = '', method = ''] = front;
  // A visitor may write the same words into a path.
  const pathEnd = line.lastIndexOf(BEHIND_PATH);
  if (pathEnd < matched.length) return undefined;
  const from = pathEnd + BEHIND_PATH.length;
  const [, protocol, status = ''] = END.exec(line.slice(from, from + LONGEST_END)) ?? [];
  if (protocol === undefined) return undefined;
  const path = line.slice(matched.length, pathEnd);
  return {
    front: `${client === '' ? '-' : client} - -`,
    time,
    request: `${method} ${path} ${protocol}`,
    status,
    quoted: undefined,
    rest: '',
  };
}
