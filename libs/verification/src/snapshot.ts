import type { ListContent } from './address-list.js';
import snapshot from './snapshot.json' with { type: 'json' };

/** The lists that come with a release. Written by `npm run lists`. */
export const BUNDLED_LISTS: readonly ListContent[] = snapshot;
