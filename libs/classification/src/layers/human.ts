import { personVerdict } from '../human/person-verdict.js';
import type { Layer } from '../layer.js';

/** Everybody whom no earlier layer takes for a bot is a person. */
export const human = {
  name: 'human',
  judge: (userAgent) => personVerdict(userAgent, 'human', 'nothing that shows a bot'),
} as const satisfies Layer;
