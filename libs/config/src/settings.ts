import { z } from 'zod';
import { parseRedisAddress, type RedisAddress } from './redis-address.js';
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.js';

/** Text from the environment to an integer; the message names the allowed range. */
function integer(min: number, max: number) {
  const message = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^-?\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true');

const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be an address like postgres://user:password@host:5432/database',
});

const redisUrl = z.string().transform((text, context): RedisAddress => {
  const address = parseRedisAddress(text);
  if (address) return address;
  const message =
    'must be an address like redis://user:password@host:6379/0, rediss://… for TLS, or redis+cluster://host1:6379,host2:6379';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const proxies = parseTrustedProxies(text);
  if (proxies !== undefined) return proxies;
  const message =
    'must be false, the number of reverse proxies in front of the API (1 to 10), or their addresses and CIDR ranges with commas between, like 10.0.0.0/8,192.0.2.1; behind one proxy write 1, not true, since under true every client could name any address as its own';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const BASE_ADDRESS = 'must be an address like https://botgauge.example, without ? and #';
const baseUrl = z
  .url({ protocol: /^https?$/, error: BASE_ADDRESS })
  .refine((text) => !/[?#@\s]/.test(text), BASE_ADDRESS)
  .transform((text) => text.replace(/\/+$/, ''));

export interface Setting {
  schema: z.ZodType<unknown, string>;
  /** Text as in the environment; undefined when the setting has no default. */
  default: string | undefined;
  description: string;
}

/** Keeps the output type of `schema`, and whether a default stands in for a missing value. */
function setting<T, D extends string | undefined>(
  schema: z.ZodType<T, string>,
  fallback: D,
  description: string,
): { schema: z.ZodType<T, string>; default: D; description: string } {
  return { schema, default: fallback, description };
}

/** Every setting of every process. `docs/configuration.md` is kept equal to this table by a test. */
export const SETTINGS = {
  DATABASE_URL: setting(
    postgresUrl,
    undefined,
    'PostgreSQL 15 or newer. Unset: `npm start` runs its own PostgreSQL in `DATA_DIR`; API, worker and CLI alone need it set.',
  ),
  DATABASE_FLAVOUR: setting(
    z.enum(['auto', 'plain', 'timescale'], 'must be auto, plain or timescale'),
    'auto',
    '`timescale`: hypertables and continuous aggregates, needs TimescaleDB 2.28 or newer in its community edition; `plain`: tables and a trigger; `auto`: `timescale` where the extension is in the database. Once migrated, a database keeps its flavour.',
  ),
  VISITS_CHUNK_DAYS: setting(
    integer(1, 365),
    '7',
    'TimescaleDB only: days of visits in one chunk; a change holds for new chunks.',
  ),
  REDIS_URL: setting(
    redisUrl,
    undefined,
    'Redis 6.2 or newer for the queue and the rate limits: `redis://user:password@host:6379/0`, `rediss://…` for TLS, `redis+cluster://host1:6379,host2:6379` (or `rediss+cluster://…`). Unset: both live in PostgreSQL.',
  ),
  REQUIRE_DURABLE_QUEUE: setting(
    flag,
    'false',
    '`true`: the API starts only when it has seen that the queue keeps what it acknowledged through a loss of power; `false`: it warns.',
  ),
  HOST: setting(z.string().min(1), '127.0.0.1', 'Address the API listens on.'),
  PORT: setting(integer(0, 65_535), '3000', 'Port the API listens on; 0 takes a free one.'),
  PUBLIC_URL: setting(
    baseUrl,
    undefined,
    'Address at which clients reach the API, such as `https://botgauge.example`: it stands in what `npm start` prints and writes and in the API reference. Unset: the one at `HOST` and `PORT`.',
  ),
  DATA_DIR: setting(
    z.string().min(1),
    '.botgauge',
    'Folder of the embedded PostgreSQL, kept across restarts.',
  ),
  BOOTSTRAP_FILE: setting(
    z.string().min(1),
    undefined,
    'On the first `npm start`, write base address, website id and both keys to this file (JSON, mode 0600) instead of printing the keys.',
  ),
  LOG_LEVEL: setting(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
    'Least severe level that is logged (`npm start` uses `warn` unless it is set).',
  ),
  TRUST_PROXY: setting(
    trustedProxies,
    'false',
    "Whether the client's address is read from `X-Forwarded-For`, which the limit on wrong keys and the share of slow uploads go by: `false`; the number of reverse proxies between the clients and the API, where nobody reaches it past them; or the proxies' addresses and CIDR ranges, as in `10.0.0.0/8,192.0.2.1`. Addresses are counted from the right: what a client writes into the header itself is not believed.",
  ),
  IP_STORAGE: setting(
    z.enum(['full', 'truncated', 'none'], 'must be full, truncated or none'),
    'truncated',
    "How visitors' addresses are stored: `full`, `truncated` (IPv4 to /24, IPv6 to /48) or `none`.",
  ),
  RAW_RETENTION_DAYS: setting(
    integer(0, 36_500),
    '0',
    'Entries older than this many days are refused with 400, and on TimescaleDB raw visits are dropped after them (roll-ups stay); 0 keeps everything.',
  ),
  AUTH_FAILURES_PER_MINUTE: setting(
    integer(1, 1_000_000),
    '600',
    'Wrong keys a minute from one address (of IPv6: one /64) that are answered 401; those beyond are answered 429. A right key is never refused for them.',
  ),
  API_INGEST_CONNECTIONS: setting(
    integer(1, 100),
    '4',
    'Connections of one API process for ingestion: its keys, limits and idempotency.',
  ),
  API_REPORT_CONNECTIONS: setting(
    integer(1, 100),
    '4',
    'Connections of one API process for reports, their keys and limits; apart from the others, so that neither can starve the other.',
  ),
  INGEST_INFLIGHT_MIB: setting(
    integer(10, 4_096),
    '32',
    'MiB of request bodies, decompressed, that one API process holds at one time; beyond it answers 503 before it reads a body.',
  ),
  QUEUE_MAX_WAITING_JOBS: setting(
    integer(1, 10_000_000),
    '10000',
    'Jobs that may wait to be stored (postponed ones too); beyond it ingestion answers 503 until 80 % of it is reached.',
  ),
  QUEUE_MAX_AGE_SECONDS: setting(
    integer(1, 604_800),
    '600',
    'Age of the oldest waiting job; beyond it ingestion answers 503 until 80 % of it is reached.',
  ),
  QUEUE_MAX_DELAY_SECONDS: setting(
    integer(1, 604_800),
    '10',
    'Seconds that workers may need for all that waits while more comes than they store; beyond it ingestion answers 503 until 80 % of it is reached. It holds neither during an outage nor while what heaped up is being caught up.',
  ),
  QUEUE_CONNECTIONS: setting(
    integer(1, 100),
    '4',
    'Connections of one process to PostgreSQL for the queue; a worker holds one more to listen for new jobs. Redis needs one, in a worker two.',
  ),
  WORKER_CONCURRENCY: setting(
    integer(1, 64),
    '8',
    'Jobs one worker process has under way at the same time. Batches that are ready at the same time are written together, so that more of them cost less.',
  ),
  WORKER_PORT: setting(
    integer(0, 65_535),
    '0',
    "Port of a worker's `/healthz`, `/readyz` and `/metrics` (on `HOST`); 0 takes a free one.",
  ),
  WORKER_LOCK_SECONDS: setting(
    integer(1, 600),
    '30',
    'After this long without a sign of life a worker loses its jobs to another one.',
  ),
  CLASSIFICATION_CACHE_SIZE: setting(
    integer(1, 10_000_000),
    '50000',
    'User agents whose verdict a worker keeps in memory.',
  ),
  STORES_TIMEOUT_SECONDS: setting(
    integer(1, 86_400),
    '300',
    'How long a process waits at start for its stores before it gives up with exit status 1.',
  ),
  BOTGAUGE_URL: setting(
    baseUrl,
    undefined,
    'Base address of the API that `botgauge import` sends to. Unset: the one at `HOST` and `PORT`.',
  ),
  BOTGAUGE_BOT_KEY: setting(
    z.string(),
    undefined,
    'Bot Tracking Key (`bot_…`) with which `botgauge import` sends.',
  ),
  BOTGAUGE_API_KEY: setting(
    z.string(),
    undefined,
    'API Key (`api_…`) with which `botgauge import --website` looks the website up.',
  ),
  IMPORT_STATE_DIR: setting(
    z.string().min(1),
    undefined,
    'Folder in which `botgauge import` remembers what it has imported; it must stay. Unset: `~/.local/state/botgauge/imports`.',
  ),
  SHUTDOWN_GRACE_SECONDS: setting(
    integer(0, 600),
    '0',
    'On SIGTERM the API answers `/readyz` with 503 and serves on for this long, so that load balancers look away first.',
  ),
} satisfies Record<string, Setting>;

type Settings = typeof SETTINGS;
type ValueOf<S> = S extends { schema: z.ZodType<infer T, string>; default: infer D }
  ? D extends string
    ? T
    : T | undefined
  : never;

/** The settings as typed values; a setting without default may be undefined. */
export type Config = { readonly [K in keyof Settings]: ValueOf<Settings[K]> };
