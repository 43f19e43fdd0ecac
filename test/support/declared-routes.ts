import { ROUTES } from '../../apps/api/src/routes.js';

export type { RouteDeclaration } from '../../apps/api/src/http/route.js';
export { ROUTES };

/** Every route that needs a key. */
export const KEYED = ROUTES.filter(({ access }) => access === 'api' || access === 'bot');
