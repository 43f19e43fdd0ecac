import { STATIC_CONTENT_TYPES, STATIC_FILE_EXTENSIONS } from '@app/contracts';
import { z } from 'zod';
import {
  baseUrl,
  dnsServers,
  fastlyServiceIds,
  flag,
  hostNames,
  integer,
  listOf,
  postgresUrl,
  redisUrl,
  secretKey,
  trustedProxies,
  verifyLists,
} from './setting-values.js';

export interface Setting {
  schema: z.ZodType<unknown, string>;
  /** The text as in the environment; undefined when the setting has no default. */
  default: string | undefined;
  description: string;
}

/**
 * Keeps the output type of `schema`, and the fact whether there is a default for a missing value.
 */
function setting<T, D extends string | undefined>(
  schema: z.ZodType<T, string>,
  fallback: D,
  description: string,
): { schema: z.ZodType<T, string>; default: D; description: string } {
  return { schema, default: fallback, description };
}

/** Every setting of every process. A test keeps `docs/configuration.md` equal to this table. */
export const SETTINGS = {
  DATABASE_URL: setting(
    postgresUrl,
    undefined,
    'Address of a PostgreSQL 15 or newer. If it is not set, `npm start` runs its own PostgreSQL in `DATA_DIR`. API, worker and CLI need it when they are started alone.',
  ),
  DATABASE_FLAVOUR: setting(
    z.enum(['auto', 'plain', 'timescale', 'citus'], 'must be auto, plain, timescale or citus'),
    'auto',
    '`timescale` uses hypertables and continuous aggregates, and needs TimescaleDB 2.28 or newer in its community edition. `citus` distributes websites over several servers, and needs Citus 13.2 or newer; `DATABASE_URL` names its coordinator. `plain` uses ordinary tables. `auto` chooses by the extension that the database has. Once migrated, a database keeps its flavour.',
  ),
  VISITS_CHUNK_DAYS: setting(
    integer(1, 365),
    '7',
    'Only for TimescaleDB: how many days of visits one chunk holds. A change applies to new chunks.',
  ),
  REDIS_URL: setting(
    redisUrl,
    undefined,
    'Redis 6.2 or newer for the queue and the rate limits: `redis://user:password@host:6379/0`, `rediss://…` for TLS, `redis+cluster://host1:6379,host2:6379` (or `rediss+cluster://…`). If it is not set, both are kept in PostgreSQL.',
  ),
  REQUIRE_DURABLE_QUEUE: setting(
    flag,
    'false',
    'With `true` the API starts only if it can verify that the queue keeps acknowledged entries through a power failure. With `false` it warns instead.',
  ),
  HOST: setting(z.string().min(1), '127.0.0.1', 'Address on which the API listens.'),
  PORT: setting(integer(0, 65_535), '3000', 'Port on which the API listens; 0 takes a free one.'),
  PUBLIC_URL: setting(
    baseUrl,
    undefined,
    'Address at which clients and browsers reach the API, such as `https://botgauge.example`. `npm start` prints and writes it, the API reference shows it, and only its page may [sign browsers in](sessions.md). If it is not set, the address at `HOST` and `PORT` is used; what the page says to set up [senders](feeds/README.md) then has the address in the browser.',
  ),
  ALLOWED_HOSTS: setting(
    hostNames,
    '',
    'Further names under which browsers and Prometheus reach API and workers, with commas between them, such as `api,botgauge.internal,*.corp.example`. The name in `PUBLIC_URL`, `localhost` and all IP addresses are always allowed. The page, signing in, cookies, `/docs` and `/metrics` are answered with 421 under other names, so that a foreign website cannot lead its own name to this service and read them ([DNS rebinding](sessions.md#under-which-names)). Requests with a key, `/healthz` and `/readyz` are answered under every name.',
  ),
  DATA_DIR: setting(
    z.string().min(1),
    '.botgauge',
    'Folder of the embedded PostgreSQL and of the secret key that `npm start` makes, kept across restarts.',
  ),
  SECRET_KEY: setting(
    secretKey,
    undefined,
    'Encrypts the secrets that must be read again, such as those with which senders and [webhooks](webhooks.md) sign: 32 random bytes in Base64 or hexadecimal, from `openssl rand -base64 32`. Give API, workers and CLI the same value and keep a copy of it; with another one, those secrets cannot be read and must be set again. If it is not set, such secrets cannot be kept. `npm start` makes one in `DATA_DIR`.',
  ),
  BOOTSTRAP_FILE: setting(
    z.string().min(1),
    undefined,
    'On the first `npm start`, base address, website id and both keys are written to this file (JSON, mode 0600) instead of being printed.',
  ),
  LOG_LEVEL: setting(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
    'The least severe level that is logged. `npm start` uses `warn` unless it is set.',
  ),
  TRUST_PROXY: setting(
    trustedProxies,
    'false',
    "Whether the client's address is read from `X-Forwarded-For`. The limit on wrong keys and the share of slow uploads use this address. With `false` the header is ignored. Set it to the number of reverse proxies between the clients and the API if nobody can reach the API without passing them. Or list the proxies' addresses and CIDR ranges, such as `10.0.0.0/8,192.0.2.1`. Addresses are counted from the right, so an address that a client writes into the header itself is not believed.",
  ),
  IP_STORAGE: setting(
    z.enum(['full', 'truncated', 'none'], 'must be full, truncated or none'),
    'truncated',
    "How visitors' addresses are stored: `full`, `truncated` (IPv4 to /24, IPv6 to /48) or `none`. The API cuts them before it queues a batch. What it cuts off goes to the worker encrypted, for the verification of bots, and is forgotten. Give API and worker the same value.",
  ),
  VERIFY_LISTS: setting(
    verifyLists,
    'refresh',
    "Which lists of bots' addresses tell real bots from spoofed ones: with `refresh` the workers fetch them daily from the bots' operators, and send nothing about your visitors there; `bundled` are those of this release, and nothing is fetched; a path such as `/etc/botgauge/lists` or `./lists` reads the operators' own files in that folder, `off` verifies nothing by lists. Give API and workers the same value. See [docs/verification.md](verification.md).",
  ),
  VERIFY_REVERSE_DNS: setting(
    flag,
    'false',
    'With `true`, the worker asks DNS servers about bots that no list decides and whose operators publish the names of their hosts, such as `*.search.msn.com`. Give API and workers the same value.',
  ),
  VERIFY_DNS_SERVERS: setting(
    dnsServers,
    undefined,
    'The DNS servers that `VERIFY_REVERSE_DNS` asks, with commas between their addresses, such as `192.0.2.53,[2001:db8::53]:5353`. By default those of the system. They see the addresses of visits that claim to be such bots.',
  ),
  BOTS_FILE: setting(
    z.string().min(1),
    undefined,
    'A JSON file with your own rows of bots, such as `/etc/botgauge/bots.json`: they add to the registry of the release and change its rows ([how](bots-file.md)). Give API, workers and the command line the same file. It is read at the start of a process; a file with a fault is refused.',
  ),
  BEHAVIOUR: setting(
    z.enum(['visitor', 'entry', 'off'], 'must be visitor, entry or off'),
    undefined,
    'How visits with the user agent of a browser are judged. With `visitor`, the default, by all that a visitor does within a UTC day: people, undecided, and automation are told apart. For this, pseudonyms of visitors are kept for at most 48 hours; with `IP_STORAGE=none`, the default is `entry` therefore. With `entry`, each visit is judged alone: a request for a path that no site links, such as `/.env`, is a `Vulnerability scanner`. `off` judges user agents only. Give API and workers the same value. See [docs/people.md](people.md) and [docs/scanners.md](scanners.md).',
  ),
  HOSTER_LISTS: setting(
    z.string().min(1),
    undefined,
    'A file with networks of hosters (data centres), one CIDR a line, or a folder of such files whose names end with `.txt`. A visitor at one of their addresses is a little more likely automation: a hint, and never a verdict alone ([how](people.md#networks-of-hosters)). Only workers need it. They read it at their start, and again within five minutes after a change. If it is not set, nobody looks.',
  ),
  RAW_RETENTION_DAYS: setting(
    integer(0, 36_500),
    '0',
    'Entries older than this many days are refused with 400. On TimescaleDB and Citus, older raw visits are also dropped; roll-ups stay. 0 keeps everything.',
  ),
  STATIC_FILE_EXTENSIONS: setting(
    listOf(/^[0-9a-z]{1,12}$/, 'must be extensions with commas between, like css,js,png'),
    STATIC_FILE_EXTENSIONS.join(),
    'Extensions of static files. Websites that count pages only skip requests for them. Paths and types of answers are judged by the API.',
  ),
  STATIC_CONTENT_TYPES: setting(
    listOf(
      /^[\w.+-]+\/(?:[\w.+-]+|\*)$/,
      'must be content types with commas between, like image/*,text/css',
    ),
    STATIC_CONTENT_TYPES.join(),
    'Content types of static files, for senders that name the type of the answer.',
  ),
  AUTH_FAILURES_PER_MINUTE: setting(
    integer(1, 1_000_000),
    '600',
    'How many wrong keys per minute from one address (for IPv6: one /64) are answered with 401. Further ones are answered with 429. A right key is never refused because of them.',
  ),
  PUBLIC_REQUESTS_PER_MINUTE: setting(
    integer(60, 1_000_000),
    '6000',
    'How much one address (for IPv6: one /64) may ask for per minute without a key: the page, `/docs`, `/metrics`, the pixel, routes that do not exist. A request counts as one, and as one more for each 64 KiB of its answer. Further ones are answered with 429, and their connection is closed. `/healthz` and `/readyz` are always answered. Behind a reverse proxy, set `TRUST_PROXY`: otherwise all clients have the address of the proxy.',
  ),
  API_INGEST_CONNECTIONS: setting(
    integer(1, 100),
    '4',
    'Database connections of one API process for ingestion: its keys, limits and idempotency.',
  ),
  API_REPORT_CONNECTIONS: setting(
    integer(1, 100),
    '4',
    'Database connections of one API process for reports, their keys and limits. They are separate, so that neither ingestion nor reports can starve the other.',
  ),
  INGEST_INFLIGHT_MIB: setting(
    integer(16, 4_096),
    '16',
    'MiB of decompressed request bodies that one API process may hold at a time. Bodies count as they arrive, and one account may hold at most three quarters of it. When there is no more room, the sender that holds most of it gets 503 for a body that is still arriving.',
  ),
  FEED_MAX_MIB: setting(
    integer(1, 1_024),
    '32',
    'MiB that one delivery to a feed may have after decompression. A process never holds more than a part of it.',
  ),
  FEED_LARGE_MAX_MIB: setting(
    integer(1, 1_024),
    '64',
    'The same for the feeds `firehose` and `otlp`, whose senders may send more. A body of OTLP in protobuf is held as a whole, one large body at a time in a process.',
  ),
  FASTLY_SERVICE_IDS: setting(
    fastlyServiceIds,
    '',
    'Ids of the services of Fastly that may send logs to this host, with commas between them. Fastly asks the host before it sends. If it is empty, every service may send; a delivery without a valid key is refused in any case.',
  ),
  PIXEL: setting(
    flag,
    'false',
    'With `true`, `GET /api/pixel` counts views of pages that show its image, for websites without access logs. Anybody can ask for it, so its counts can be forged.',
  ),
  DASHBOARD: setting(
    flag,
    'true',
    'Whether the API serves the page with charts and tables at its address. With `false` there is no page, and `npm start` prints no address to sign in.',
  ),
  WEBHOOK_ALLOW_PRIVATE: setting(
    flag,
    'false',
    'With `true`, webhooks may be on hosts of private networks and of this machine, and may be asked without TLS. Whoever has an API Key can then make the service send requests into your network. Give API, workers and CLI the same value. See [docs/webhooks.md](webhooks.md).',
  ),
  FETCH_ALLOW_PRIVATE: setting(
    flag,
    'false',
    'With `true`, the robots.txt and the sitemap of a website may be fetched from hosts of private networks and of this machine. Whoever has an API Key can then make the workers send requests into your network. Give API, workers and CLI the same value. See [docs/fetching.md](fetching.md).',
  ),
  ANSWERS_UNREAD_MIB: setting(
    integer(16, 4_096),
    '32',
    'MiB of answers that one API process may hold because their clients have not read them yet. One account may hold at most three quarters of it. When there is no more room, the connection of the oldest answer of the account that holds most is closed.',
  ),
  QUEUE_MAX_WAITING_JOBS: setting(
    integer(1, 10_000_000),
    '10000',
    'How many jobs may wait to be stored, including postponed ones. Beyond that, ingestion answers 503 until the number is down to 80 % of it.',
  ),
  QUEUE_MAX_AGE_SECONDS: setting(
    integer(1, 604_800),
    '600',
    'Maximum age of the oldest waiting job. Beyond that, ingestion answers 503 until the age is down to 80 % of it.',
  ),
  QUEUE_MAX_DELAY_SECONDS: setting(
    integer(1, 604_800),
    '10',
    'How many seconds the workers may need for all waiting jobs while more arrive than they store. Beyond that, ingestion answers 503 until the time is down to 80 % of it. The limit does not apply during an outage, or while the workers catch up after one.',
  ),
  QUEUE_SHARDS: setting(
    integer(1, 12),
    '1',
    'Into how many shards the queue is divided, so that every node of a Redis Cluster has a part of the work. Batches of a website go to the same shard. Give API, workers and CLI the same value. How to choose and change it: [docs/operations.md](operations.md#a-queue-in-several-shards).',
  ),
  QUEUE_CONNECTIONS: setting(
    integer(2, 100),
    '4',
    'PostgreSQL connections of one process for the queue; a worker listens for new jobs on one of them, and on one more for webhooks and for each further shard. With Redis, the queue needs one connection of an API process and three of a worker for each shard, and three more of a worker.',
  ),
  WORKER_CONCURRENCY: setting(
    integer(1, 64),
    '32',
    'How many jobs one worker process has under way at the same time. While jobs of accounts that sent much hold them all, it takes up to two jobs of other accounts in addition. Batches that are ready at the same time are written together, which costs less.',
  ),
  WORKER_PORT: setting(
    integer(0, 65_535),
    '0',
    "Port of a worker's `/healthz`, `/readyz` and `/metrics` (on `HOST`); 0 takes a free one.",
  ),
  WORKER_LOCK_SECONDS: setting(
    integer(1, 600),
    '30',
    'After this long without a sign of life, a worker loses its jobs to another one.',
  ),
  CLASSIFICATION_CACHE_SIZE: setting(
    integer(1, 10_000_000),
    '50000',
    'For how many user agents a worker keeps the verdict in memory.',
  ),
  STORES_TIMEOUT_SECONDS: setting(
    integer(1, 86_400),
    '300',
    'How long a process waits at its start for its stores before it gives up with exit status 1.',
  ),
  BOTGAUGE_URL: setting(
    baseUrl,
    undefined,
    'Base address of the API that the commands `import`, `ship`, `report` and `feeds` use. If it is not set, they use the API of a running `npm start`, otherwise the one at `HOST` and `PORT`.',
  ),
  BOTGAUGE_BOT_KEY: setting(
    z.string(),
    undefined,
    'Bot Tracking Key (`bot_…`) with which the commands `import` and `ship` send.',
  ),
  BOTGAUGE_API_KEY: setting(
    z.string(),
    undefined,
    'API Key (`api_…`) with which the commands `report` and `feeds` read, and with which `import --website` and `ship --website` look up the website.',
  ),
  IMPORT_STATE_DIR: setting(
    z.string().min(1),
    undefined,
    'Folder in which the commands `import` and `ship` remember what they have sent. It must be kept. If it is not set, `~/.local/state/botgauge/imports` is used, on Windows `%LOCALAPPDATA%\\botgauge\\imports`.',
  ),
  SHUTDOWN_GRACE_SECONDS: setting(
    integer(0, 600),
    '0',
    'On SIGTERM the API answers `/readyz` with 503 and keeps serving for this long, so that load balancers stop sending requests first.',
  ),
} satisfies Record<string, Setting>;

type Settings = typeof SETTINGS;
type ValueOf<S> = S extends { schema: z.ZodType<infer T, string>; default: infer D }
  ? D extends string
    ? T
    : T | undefined
  : never;

/** The settings as typed values. A setting without a default may be undefined. */
export type Config = { readonly [K in keyof Settings]: ValueOf<Settings[K]> };
