import type { KeyKind } from '@app/contracts';
import { KEY_HEADERS, type KeyPlace } from '../http/key-places.js';
import type { RouteDeclaration } from '../http/route.js';
import { SessionCookie } from '../http/session-cookie.js';

type Scheme = Readonly<Record<string, string>>;

const KINDS: Record<KeyKind, { name: string; title: string }> = {
  api: { name: 'apiKey', title: 'API Key, `api_…`' },
  bot: { name: 'botTrackingKey', title: 'Bot Tracking Key, `bot_…`' },
};

/** How each place of a key is written in OpenAPI, and how the names of such schemes end. */
const PLACES: Record<KeyPlace, { ending: string; where: string; scheme: Scheme }> = {
  'x-api-key': {
    ending: '',
    where: 'in the usual header',
    scheme: { type: 'apiKey', in: 'header', name: 'x-api-key' },
  },
  'x-amz-firehose-access-key': {
    ending: 'OfFirehose',
    where: 'in the header in which AWS Firehose sends it',
    scheme: { type: 'apiKey', in: 'header', name: 'X-Amz-Firehose-Access-Key' },
  },
  basic: {
    ending: 'AsPassword',
    where: 'as the password of any user name',
    scheme: { type: 'http', scheme: 'basic' },
  },
  bearer: {
    ending: 'AsBearer',
    where: 'as a bearer token',
    scheme: { type: 'http', scheme: 'bearer' },
  },
  '?key=': {
    ending: 'InAddress',
    where: 'in the address, for senders that can set no header',
    scheme: { type: 'apiKey', in: 'query', name: 'key' },
  },
};

const SESSION = 'session';

/**
 * Returns the ways in which a route takes its key, or the session of a browser. Each of them is
 * enough. An empty one means that the route answers without any, too.
 */
export function securityOf(route: RouteDeclaration): Record<string, []>[] {
  const byKey = waysOf(route).map(([kind, place]) => ({ [nameOf(kind, place)]: [] as [] }));
  if (route.access === 'api') return [...byKey, { [SESSION]: [] }];
  return route.access === 'session' ? [{ [SESSION]: [] }, {}] : byKey;
}

/**
 * Describes every way in which one of these routes takes its key.
 *
 * @param url the address at which people reach the service
 */
export function securitySchemesOf(
  routes: readonly RouteDeclaration[],
  url: string,
): Record<string, Scheme> {
  const schemes = routes.flatMap(waysOf).map(([kind, place]) => {
    const { where, scheme } = PLACES[place];
    const description = `${KINDS[kind].title}, ${where}`;
    return [nameOf(kind, place), { ...scheme, description }] as const;
  });
  const session = {
    type: 'apiKey',
    in: 'cookie',
    name: new SessionCookie(url).name,
    description:
      'The session of a browser that signed in with an API Key, or that opened a shared link. A key in a header wins over it. A request that may change something must come from a page of this service.',
  };
  return { ...Object.fromEntries(schemes), [SESSION]: session };
}

function waysOf({ access, keyFrom = KEY_HEADERS }: RouteDeclaration): [KeyKind, KeyPlace][] {
  return access === 'public' || access === 'session' ? [] : keyFrom.map((place) => [access, place]);
}

function nameOf(kind: KeyKind, place: KeyPlace): string {
  return KINDS[kind].name + PLACES[place].ending;
}
