import { aLogEntryInput } from '@app/testing';
import { KEY_HEADERS, type KeyPlace } from '../../apps/api/src/http/key-places.js';
import { ROUTES } from '../../apps/api/src/routes.js';
import { FEEDS } from '../../apps/api/src/feeds/feeds.js';
import type { Route } from '../../apps/api/src/server/route-table.js';

/** Every address at which a feed takes deliveries. */
const FEED_ADDRESSES = FEEDS.flatMap(({ addresses }) => addresses);

/** The callers. `owner` and `other` are two accounts; the rest are the owner's keys, or none. */
export const CALLERS = [
  'owner api',
  'owner bot',
  'other api',
  'other bot',
  'revoked api',
  'revoked bot',
  'expired api',
  'expired bot',
  'none',
] as const;
export type KeyCaller = (typeof CALLERS)[number];

/**
 * Browsers that are signed in with the API Keys, and one that was. Where an API Key is taken, each of
 * them may do what this caller may do, and elsewhere what somebody without a key may do. Readers of
 * shared links have opened one of the owner's own website; one of these links was revoked.
 */
export const SESSIONS = {
  'owner session': 'owner api',
  'other session': 'other api',
  'ended session': 'none',
  'owner reader': 'none',
  'revoked reader': 'none',
} as const satisfies Record<string, KeyCaller>;
export type SessionCaller = keyof typeof SESSIONS;
export const SESSION_CALLERS = Object.keys(SESSIONS) as SessionCaller[];
export const isSession = (caller: Caller): caller is SessionCaller => caller in SESSIONS;

export type Caller = KeyCaller | SessionCaller;

/** How a key is sent in each of the places where it may stand. */
export const WAYS: Readonly<
  Record<KeyPlace, (key: string) => { headers?: Record<string, string>; query?: string }>
> = {
  'x-api-key': (key) => ({ headers: { 'x-api-key': key } }),
  'x-amz-firehose-access-key': (key) => ({ headers: { 'x-amz-firehose-access-key': key } }),
  basic: (key) => ({ headers: { authorization: `Basic ${btoa(`anyone:${key}`)}` } }),
  bearer: (key) => ({ headers: { authorization: `Bearer ${key}` } }),
  '?key=': (key) => ({ query: `key=${key}` }),
};
export const PLACES = Object.keys(WAYS) as KeyPlace[];

/** The websites that are asked for, as the owner sees them. `deleted` belonged to the owner. */
export const WEBSITES = ['own', 'foreign', 'random', 'deleted'] as const;
export type WebsiteKind = (typeof WEBSITES)[number];

/** The status for each website, in the order of WEBSITES, or one number when all have the same. */
export type Statuses = readonly [number, number, number, number] | number;
/**
 * Sessions that are not named get what `SESSIONS` says. A reader that is not named is refused with
 * 403 where an API Key is taken: so a new route shows nothing to readers.
 */
export type Row = Readonly<Record<KeyCaller, Statuses> & Partial<Record<SessionCaller, Statuses>>>;

/** The value of a cell that is not tested. */
export const NOT_ASKED = 0;

const STRANGERS = {
  'revoked api': 401,
  'revoked bot': 401,
  'expired api': 401,
  'expired bot': 401,
  none: 401,
} as const;

const everybody = (status: number): Row =>
  Object.fromEntries(CALLERS.map((caller) => [caller, status])) as Record<KeyCaller, number>;

const ofBrowsers = (status: number): Partial<Row> =>
  Object.fromEntries(SESSION_CALLERS.map((caller) => [caller, status]));

/** What the reader of a shared link may ask for, too. */
const shared = (row: Row, statuses: Statuses): Row => ({ ...row, 'owner reader': statuses });

/** A list of what the caller has. */
const LIST: Row = {
  'owner api': 200,
  'owner bot': 403,
  'other api': 200,
  'other bot': 403,
  ...STRANGERS,
};

/** A report of one website. */
const REPORT: Row = {
  'owner api': [200, 404, 404, 404],
  'owner bot': 403,
  'other api': [404, 200, 404, 404],
  'other bot': 403,
  ...STRANGERS,
};

/** A report that a shared link shows, of its own website only. */
const SHARED_REPORT: Row = shared(REPORT, [200, 404, 404, 404]);

/** The body is refused, so that the accounts stay as they are. */
const REFUSED: Row = { ...LIST, 'owner api': 400, 'other api': 400 };

/** Creates something in a website. */
const CREATION: Row = {
  ...REPORT,
  'owner api': [201, 404, 404, 404],
  'other api': [404, 201, 404, 404],
};

/** The owner's own website is not asked for, because the next rows need it. */
const DELETION: Row = {
  ...REPORT,
  'owner api': [NOT_ASKED, 404, 404, 404],
  'other api': [404, NOT_ASKED, 404, 404],
};

/** The id of a website is not the id of a key, a session, a shared link or an alert. */
const NO_KEY: Row = { ...LIST, 'owner api': 404, 'other api': 404 };

/** Without the query, the request is refused before anybody looks for the website. */
const INCOMPLETE: Row = REFUSED;

/** Entries are accepted whatever host they name, and count for the key's own account. */
const LOGS: Row = {
  'owner api': 403,
  'owner bot': 200,
  'other api': 403,
  'other bot': 200,
  ...STRANGERS,
};

/**
 * Who may do what with whose website, with a row for each route of the API. HEAD is treated like
 * GET. A route without a row fails the suite: decide who may call it, and write that down here.
 */
export const ACCESS: Readonly<Record<string, Row>> = {
  'GET /api/v1/websites': LIST,
  'GET /api/v1/bots': shared(LIST, 200),
  'GET /api/v1/hosts': LIST,
  'GET /api/v1/summary': LIST,
  'GET /api/v1/freshness': LIST,
  'GET /api/v1/feeds/setup': LIST,
  'GET /api/v1/websites/:id/summary': SHARED_REPORT,
  'GET /api/v1/websites/:id/bots': SHARED_REPORT,
  'GET /api/v1/websites/:id/pages': SHARED_REPORT,
  'GET /api/v1/websites/:id/timeseries': SHARED_REPORT,
  'GET /api/v1/websites/:id/spoofed': REPORT,
  'GET /api/v1/websites/:id/referrals': SHARED_REPORT,
  'GET /api/v1/websites/:id/providers': SHARED_REPORT,
  'GET /api/v1/websites/:id/landings': SHARED_REPORT,
  'GET /api/v1/websites/:id/countries': SHARED_REPORT,
  'GET /api/v1/websites/:id/hosts': REPORT,
  'GET /api/v1/websites/:id/clients': SHARED_REPORT,
  'GET /api/v1/websites/:id/visitors': SHARED_REPORT,
  'GET /api/v1/websites/:id/automation': REPORT,
  'GET /api/v1/websites/:id/visits': REPORT,
  'GET /api/v1/websites/:id/export': REPORT,
  'GET /api/v1/websites/:id/live': REPORT,
  'GET /api/v1/websites/:id/coverage': SHARED_REPORT,
  'GET /api/v1/websites/:id/sitemap': REPORT,
  'PUT /api/v1/websites/:id/sitemap': REPORT,
  'DELETE /api/v1/websites/:id/sitemap': REPORT,
  'GET /api/v1/websites/:id/feeds': REPORT,
  'GET /api/v1/websites/:id/findings': REPORT,
  'GET /api/v1/websites/:id/robots': REPORT,
  'PUT /api/v1/websites/:id/robots': REPORT,
  'GET /api/v1/websites/:id/robots/texts': REPORT,
  'GET /api/v1/websites/:id/robots/generate': INCOMPLETE,
  'GET /api/v1/account': LIST,
  'POST /api/v1/websites': REFUSED,
  'GET /api/v1/websites/:id': REPORT,
  'PATCH /api/v1/websites/:id': REPORT,
  'DELETE /api/v1/websites/:id': DELETION,
  'GET /api/v1/websites/:id/keys': REPORT,
  'POST /api/v1/websites/:id/keys': CREATION,
  'GET /api/v1/keys': LIST,
  'POST /api/v1/keys': REFUSED,
  'POST /api/v1/keys/:id/rotate': NO_KEY,
  'DELETE /api/v1/keys/:id': NO_KEY,
  'PUT /api/v1/keys/:id/signing-secret': NO_KEY,
  'DELETE /api/v1/keys/:id/signing-secret': NO_KEY,
  'GET /api/v1/websites/:id/shares': REPORT,
  'POST /api/v1/websites/:id/shares': CREATION,
  'DELETE /api/v1/shares/:id': NO_KEY,
  'GET /api/v1/websites/:id/alerts': REPORT,
  'POST /api/v1/websites/:id/alerts': CREATION,
  'GET /api/v1/alerts/:id': NO_KEY,
  'PATCH /api/v1/alerts/:id': NO_KEY,
  'DELETE /api/v1/alerts/:id': NO_KEY,
  'GET /api/v1/websites/:id/events': REPORT,
  'GET /api/v1/events': LIST,
  'GET /api/v1/webhooks': LIST,
  'POST /api/v1/webhooks': REFUSED,
  'GET /api/v1/webhooks/:id': NO_KEY,
  'PATCH /api/v1/webhooks/:id': NO_KEY,
  'DELETE /api/v1/webhooks/:id': NO_KEY,
  'POST /api/v1/webhooks/:id/rotate': NO_KEY,
  'POST /api/v1/webhooks/:id/enable': NO_KEY,
  'POST /api/v1/webhooks/:id/disable': NO_KEY,
  'POST /api/v1/webhooks/:id/test': NO_KEY,
  'GET /api/v1/webhooks/:id/deliveries': NO_KEY,
  'POST /api/v1/deliveries/:id/replay': NO_KEY,
  // Only a page of the service may sign in and out. The browsers say that one asks.
  'POST /api/v1/session': { ...everybody(403), ...ofBrowsers(400) },
  'GET /api/v1/session': everybody(200),
  'DELETE /api/v1/session': {
    ...everybody(403),
    ...ofBrowsers(NOT_ASKED),
    ...{ 'ended session': 200, 'owner reader': 200, 'revoked reader': 200 },
  },
  'GET /api/v1/sessions': LIST,
  'DELETE /api/v1/sessions/:id': NO_KEY,
  'POST /api/v1/logs/custom': LOGS,
  'POST /v1/logs/custom': LOGS,
  ...Object.fromEntries(
    FEED_ADDRESSES.flatMap(({ deliver: { path } }) => [
      [`POST ${path}`, LOGS],
      [`GET ${path}`, LOGS],
    ]),
  ),
  'GET /.well-known/fastly/logging/challenge': everybody(200),
  // Browsers have no keys, and only keys are taken here.
  'POST /mcp': { ...LIST, ...ofBrowsers(401) },
  // The image is the same for everybody, and these requests name no website.
  'GET /api/pixel': everybody(200),
  'GET /healthz': everybody(200),
  'GET /readyz': everybody(200),
  'GET /metrics': everybody(200),
  'GET /openapi.json': everybody(200),
  // The page says nothing before somebody signs in.
  'GET /': everybody(200),
  'GET /assets/:file': everybody(200),
  'GET /docs': everybody(200),
  'GET /docs/swagger-ui.css': everybody(200),
  'GET /docs/swagger-ui-bundle.js': everybody(200),
  'GET /docs/favicon-32x32.png': everybody(200),
  'GET /docs/how-we-count-people': everybody(200),
  'GET /docs/people': everybody(200),
};

let deliveries = 0;
/**
 * Returns headers that give a delivery to a feed a name of its own, because equal bytes may be a
 * repeat.
 */
export function nameOfDelivery({ method, url }: Route): Record<string, string> {
  const feed = FEEDS.find(({ addresses }) => addresses.some(({ deliver }) => deliver.path === url));
  return feed && method === 'POST' ? { [feed.nameIn]: `delivery-${deliveries++}` } : {};
}

/** The bodies to send. A route without an entry gets no body. */
export const BODIES: Readonly<Record<string, (domain: string) => unknown>> = {
  'POST /api/v1/logs/custom': (domain) => [aLogEntryInput({ host: domain })],
  'POST /v1/logs/custom': (domain) => [aLogEntryInput({ host: domain })],
  ...Object.fromEntries(
    FEED_ADDRESSES.map(({ deliver: { path, body } }) => [`POST ${path}`, () => `${body?.example}`]),
  ),
  'POST /mcp': () => ({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  'POST /api/v1/websites': () => ({ domain: 'no domain' }),
  'PATCH /api/v1/websites/:id': (domain) => ({ domain }),
  'POST /api/v1/websites/:id/keys': () => ({ name: 'isolation' }),
  'POST /api/v1/websites/:id/shares': () => ({ name: 'isolation' }),
  'POST /api/v1/websites/:id/alerts': () => ({ kind: 'feed_silent' }),
  'PATCH /api/v1/alerts/:id': () => ({ enabled: false }),
  'PUT /api/v1/websites/:id/robots': () => ({ text: 'User-agent: *\nDisallow: /' }),
  'PUT /api/v1/websites/:id/sitemap': () => ({ addresses: ['/isolation'] }),
  'POST /api/v1/webhooks': () => ({ name: 'isolation', url: 'no address' }),
  'PATCH /api/v1/webhooks/:id': () => ({ name: 'isolation' }),
  'POST /api/v1/keys': () => ({ name: 1 }),
  'POST /api/v1/keys/:id/rotate': () => ({ overlap_seconds: 60 }),
  'PUT /api/v1/keys/:id/signing-secret': () => ({ secret: 'a secret to sign with' }),
};

export const rowKey = ({ method, url }: Route) =>
  // The names of the page's files change with every build.
  `${method === 'HEAD' ? 'GET' : method} ${url.replace(/^\/assets\/.*/, '/assets/:file')}`;

/** Returns routes without a row, and rows without a route. */
export function gaps(routes: Route[], table: Readonly<Record<string, unknown>>): string[] {
  const served = new Set(routes.map(rowKey));
  return [
    ...[...served].filter((key) => !(key in table)),
    ...Object.keys(table).filter((key) => !served.has(key)),
  ].sort();
}

/** Returns the declaration of a route; the pages of the documentation have none. */
export const declarationOf = ({ method, url }: Route) =>
  ROUTES.find((route) => route.method === method.replace('HEAD', 'GET') && route.path === url);

/** Returns the status that a caller gets for a website when its key stands in this place. */
export function expectedStatus(
  route: Route,
  row: Row,
  { caller, website, place }: { caller: Caller; website: WebsiteKind; place: KeyPlace },
): number {
  const statuses = isSession(caller)
    ? (row[caller] ?? statusOfBrowser(route, row, caller))
    : row[isRead(route, caller, place) ? caller : 'none'];
  return typeof statuses === 'number' ? statuses : (statuses[WEBSITES.indexOf(website)] ?? NaN);
}

function statusOfBrowser(route: Route, row: Row, caller: SessionCaller): Statuses {
  if (caller === 'owner reader' && takesKey(route)) return 403;
  return row[takesKey(route) ? SESSIONS[caller] : 'none'];
}

const takesKey = (route: Route) => declarationOf(route)?.access === 'api';

/**
 * Tells whether a key counts in a place. If it does not, the caller has no key. An API Key never
 * counts in an address.
 */
function isRead(route: Route, caller: KeyCaller, place: KeyPlace): boolean {
  if (place === '?key=' && caller.endsWith('api')) return false;
  return (declarationOf(route)?.keyFrom ?? KEY_HEADERS).includes(place);
}
