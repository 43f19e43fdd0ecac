import { z } from 'zod';
import { parseDnsServers } from './dns-servers.js';
import { parseHostNames } from './host-names.js';
import { parseRedisAddress } from './redis-address.js';
import { parseSecretKey } from './secret-key.js';

import { parseTrustedProxies } from './trusted-proxies.js';
import { parseVerifyLists } from './verify-lists.js';

/** Turns text from the environment into an integer. The message names the allowed range. */
export function integer(min: number, max: number) {
  const message = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^-?\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true');

export const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address like postgres://user:password@host:5432/database',
});

/** Reads a text by a function that returns undefined when it is something else. */
function readBy<T>(parse: (text: string) => T | undefined, message: string) {
  return z.string().transform((text, context): T => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

export const redisUrl = readBy(
  parseRedisAddress,
  'must be an address like redis://user:password@host:6379/0, rediss://… for TLS, or redis+cluster://host1:6379,host2:6379',
);

export const trustedProxies = readBy(
  parseTrustedProxies,
  'must be false, the number of reverse proxies in front of the API (1 to 10), or their addresses and CIDR ranges with commas between, like 10.0.0.0/8,192.0.2.1; behind one proxy write 1, not true, since under true every client could name any address as its own',
);

export const hostNames = readBy(
  parseHostNames,
  'must be names of hosts with commas between them and without ports, like api,botgauge.internal,*.corp.example; addresses are always allowed',
);

export const verifyLists = readBy(
  parseVerifyLists,
  'must be refresh, bundled, off, or the path of a folder with lists, which starts with / or ./',
);

export const dnsServers = readBy(
  parseDnsServers,
  'must be at most 8 addresses of DNS servers with commas between, like 192.0.2.53 or [2001:db8::53]:5353',
);

export const secretKey = readBy(
  parseSecretKey,
  'must be 32 random bytes in Base64 or hexadecimal: make them with `openssl rand -base64 32`',
);

/** Ids of services of Fastly: letters and digits, with commas or spaces between them. */
export const fastlyServiceIds = z
  .string()
  .regex(/^[\w\s,-]*$/, 'must be ids of services of Fastly, with commas between them')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean));

/** Turns a list with commas between its items into an array. */
export function listOf(item: RegExp, message: string) {
  return readBy((text) => {
    const items = text.split(',').map((one) => one.trim().toLowerCase());
    return items.every((one) => item.test(one)) ? items : undefined;
  }, message);
}

const BASE_ADDRESS = 'must be an address like https://botgauge.example, without ? and #';
export const baseUrl = z
  .url({ protocol: /^https?$/, error: BASE_ADDRESS })
  .refine((text) => !/[?#@\s]/.test(text), BASE_ADDRESS)
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''));
