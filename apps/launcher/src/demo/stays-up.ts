import type { FirstKeys } from '../processes/service.js';

/** Returns what `npm run demo -- --keep` prints at the end: whole lines, ready to paste. */
export function staysUp(baseUrl: string, keys: FirstKeys): string {
  return [
    '',
    `The service stays up with this log:  ${baseUrl}`,
    `API reference:                       ${baseUrl}/docs`,
    `Website ${keys.domain}:  ${keys.website_id}`,
    `Bot tracking key:  ${keys.bot_key}`,
    `API key:           ${keys.api_key}`,
    '',
    'Press Ctrl-C to stop it. Nothing of it is left then.',
  ].join('\n');
}
