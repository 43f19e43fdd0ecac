const ESCAPE = 0x1b;
const SPACE = 0x20;
const BAR = 0x7c;
const NINE = 0x39;
const OPEN_BRACKET = 0x5b;
/** What stands in front of a line is not longer. */
const LONGEST_FRONT = 512;
const LONGEST_NAME = 128;
/** Names may stand in front of each other. */
const MOST_NAMES = 4;
/** Matches the codes with which terminals are told colours, and to clear the line. */
const COLOURS = /\u001b\[[\d;]{0,16}[mK]/g;

/** The names of containers in front of a line: of Docker Compose and Swarm, and of kubectl. */
const NAMES: readonly RegExp[] = [
  /^[\w.@/-]{1,128} {0,64}\|(?: |$)/,
  /^\[(?:pod|deployment|container)\/[^\]\s]{1,254}\] /,
];
/** The time that `--timestamps` of Docker and kubectl write. */
const TIME =
  /^\d{4}-\d\d-\d\dT[\d:.]{8,20}(?:Z|[+-]\d\d:?\d\d) (?:(?:stdout|stderr) [FP](?::\S{0,64})? )?/;

/**
 * Returns a line without the name of its container in front of it (`web-1  | `, `[pod/web-5d9/nginx] `),
 * and without the colours of a terminal around that name. Other lines stay as they are.
 */
export function withoutContainerName(line: string): string {
  if (!mayHaveName(line)) return line;
  let front = line.slice(0, LONGEST_FRONT).replace(COLOURS, '');
  for (let count = 0; count < MOST_NAMES; count++) {
    const found = NAMES.map((pattern) => pattern.exec(front)).find(Boolean);
    if (!found) break;
    front = front.slice(found[0].length);
  }
  return front + line.slice(LONGEST_FRONT);
}

/** Returns a line without the codes with which terminals are told colours. */
export function withoutColours(line: string): string {
  return line.includes('\u001b') ? line.replace(COLOURS, '') : line;
}

/** Returns a line without the time in front of it that programs write which show logs. */
export function withoutShownTime(line: string): string {
  const found = TIME.exec(line.slice(0, LONGEST_FRONT));
  return found ? line.slice(found[0].length) : line;
}

/** Almost no line has a name in front, so the characters of its first word must decide. */
function mayHaveName(line: string): boolean {
  const first = line.charCodeAt(0);
  if (first === ESCAPE) return true;
  if (first === OPEN_BRACKET) return isLetter(line.charCodeAt(1));
  // Most lines begin with an IPv4 address, which no container is called.
  if (first <= NINE && (line[1] === '.' || line[2] === '.' || line[3] === '.')) return false;
  let at = 0;
  while (at < LONGEST_NAME && isOfName(line.charCodeAt(at))) at++;
  if (at === 0) return false;
  while (line.charCodeAt(at) === SPACE) at++;
  return line.charCodeAt(at) === BAR;
}

/** Tells whether a character is a letter, a digit or one of `_`, `.`, `@`, `/`, `-`. */
function isOfName(code: number): boolean {
  // From `-` to `9` are `-`, `.`, `/` and the digits.
  return (code >= 0x2d && code <= 0x39) || isLetter(code) || code === 0x5f || code === 0x40;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
