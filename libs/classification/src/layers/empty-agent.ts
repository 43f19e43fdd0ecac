import { botVerdict } from '../bot-verdict.js';
import { NO_USER_AGENT } from '../registry/special-bots.js';
import type { Layer } from '../layer.js';

const verdict = botVerdict(NO_USER_AGENT, 'empty agent', 'nothing, or a dash');

/** Finds visits without any user agent. Access logs write `-` for a missing header. */
export const emptyAgent: Layer = {
  name: 'empty agent',
  judge: (userAgent) => {
    const text = userAgent.trim();
    return text === '' || text === '-' ? verdict : undefined;
  },
};
