import { RouteConfig } from '@nestjs/platform-fastify';
import type { KeyKind } from '@app/contracts';
import type { KeyHolder } from '@app/access';

/** Which kind of key a route asks for; `public` asks for none. */
export type RouteAccess = KeyKind | 'public';

/** A place of a request where a key may stand. */
export type KeyPlace = 'x-api-key';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** Where the key may stand, the first place first; in the header `x-api-key` unless it says otherwise. */
    keyFrom?: readonly KeyPlace[];
    /** What Content-Type a body may have; JSON unless it says otherwise. Some senders name odd types, or none. */
    contentType?: 'json' | 'any';
  }
  interface FastifyRequest {
    /** Who presented the key; null on public routes. */
    keyHolder: KeyHolder | null;
  }
}

/** Every route says who may call it; the service does not start with one that does not. */
export const Access = (access: RouteAccess) => RouteConfig({ access });
