import { RouteConfig } from '@nestjs/platform-fastify';
import type { KeyKind } from '@app/contracts';
import type { KeyHolder } from '@app/access';

/** Which kind of key a route asks for; `public` asks for none. */
export type RouteAccess = KeyKind | 'public';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
  interface FastifyRequest {
    /** Who presented the key; null on public routes. */
    keyHolder: KeyHolder | null;
  }
}

/** Every route says who may call it; the service does not start with one that does not. */
export const Access = (access: RouteAccess) => RouteConfig({ access });
