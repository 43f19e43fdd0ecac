import { personVerdict } from '../human/person-verdict.js';
import type { Layer } from '../layer.js';

/** Whom none of the layers before takes for a bot. */
export const human = {
  name: 'human',
  judge: (userAgent) => personVerdict(userAgent, 'human', 'nothing that shows a bot'),
} as const satisfies Layer;
