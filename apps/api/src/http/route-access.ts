import { RouteConfig } from '@nestjs/platform-fastify';
import type { KeyKind } from '@app/contracts';
import type { KeyHolder } from '@app/access';
import type { BodyTicket } from '../overload/body-budget.js';

/** Which kind of key a route asks for; `public` asks for none. */
export type RouteAccess = KeyKind | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    /** Who presented the key; null on public routes. */
    keyHolder: KeyHolder | null;
    /** The body's share of the memory for bodies; null where no entries are taken in. */
    bodyTicket: BodyTicket | null;
  }
}

/** Every route says who may call it; the service does not start with one that does not. */
export const Access = (access: RouteAccess) => RouteConfig({ access });
