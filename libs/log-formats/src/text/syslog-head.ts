import { isDigit } from './digits.js';

const LESS_THAN = 0x3c;
const SPACE = 0x20;
const MOST_DIGITS = 7;
const LONGEST_HEAD = 512;

/** Matches the length that RFC 6587 writes before a message, with the `<` of that message. */
const OCTET_COUNT = /^\d{1,7} (?=<)/;
const PRIORITY = /^<\d{1,3}>/;
/** Matches version, time, host, app, process and message id of RFC 5424. */
const HEAD_5424 = /^1 \S+ \S+ \S+ \S+ \S+ /;
/** Matches one element of RFC 5424's structured data. `"`, `\` and `]` are escaped in it. */
const ELEMENT = /^\[[^\s="\]]+(?: [^\s="\]]+="(?:[^"\\]|\\.)*")*\]/;
/** Matches the time of RFC 3164, or the ISO 8601 time that many daemons write in its place. */
const TIME_3164 = /^(?:[A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2}|\d{4}-\d{2}-\d{2}T\S+) /;
const TAG = /^[\w./@-]{1,64}(?:\[[^\s\]]*\])?: ?/;
/** An address with its port, as load balancers write it behind a time and their name, is no tag. */
const HOST_AND_TAG =
  /^\S+ (?!\d{1,3}(?:\.\d{1,3}){3}:\d|[\da-f]{0,4}:[\da-f:]*:\d)[\w./@-]{1,64}(?:\[[^\s\]]*\])?: ?/;
const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * Returns a line without the head that syslog daemons write before a message: RFC 5424, RFC 3164,
 * or RFC 3164 without priority as in files. A line without such a head stays as it is.
 */
export function withoutSyslogHead(line: string): string {
  if (!mayHaveHead(line)) return line;
  const head = line.slice(0, LONGEST_HEAD);
  const message = messageIn(head);
  return message === undefined ? line : message + line.slice(LONGEST_HEAD);
}

/** Almost no line has a head, so the first characters must decide. */
function mayHaveHead(line: string): boolean {
  if (line.charCodeAt(0) === LESS_THAN) return true;
  // `Nov 21 23:43:20`, `2026-11-21T23:43:20`, or a number before a `<`
  if (line.charCodeAt(6) === SPACE && line[9] === ':' && line[12] === ':') return true;
  return (line[4] === '-' && line[10] === 'T') || beginsWithCount(line);
}

function beginsWithCount(line: string): boolean {
  let end = 0;
  while (isDigit(line.charCodeAt(end)) && end < MOST_DIGITS) end++;
  return end > 0 && line.charCodeAt(end) === SPACE && line.charCodeAt(end + 1) === LESS_THAN;
}

function messageIn(head: string): string | undefined {
  const counted = head.replace(OCTET_COUNT, '');
  const rest = counted.replace(PRIORITY, '');
  const modern = HEAD_5424.exec(rest);
  if (modern && rest !== counted) return withoutData(rest.slice(modern[0].length));
  const withoutPriority = rest === counted ? undefined : rest;
  const time = TIME_3164.exec(rest);
  if (!time) return withoutPriority;
  const after = rest.slice(time[0].length);
  const tag = TAG.exec(after) ?? HOST_AND_TAG.exec(after);
  if (tag) return after.slice(tag[0].length);
  return withoutPriority === undefined ? undefined : after;
}

function withoutData(text: string): string {
  let rest = text.startsWith('-') ? text.slice(1) : text;
  for (let next = ELEMENT.exec(rest); next; next = ELEMENT.exec(rest)) {
    rest = rest.slice(next[0].length);
  }
  return (rest.startsWith(' ') ? rest.slice(1) : rest).replace(BYTE_ORDER_MARK, '');
}
