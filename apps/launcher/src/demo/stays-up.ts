import type { FirstKeys } from '../processes/service.js';

/**
 * Returns what `npm run demo -- --keep` prints at the end: whole lines, ready to paste.
 *
 * @param signIn the address that signs a browser in once; undefined when there is no page
 */
export function staysUp(baseUrl: string, keys: FirstKeys, signIn: string | undefined): string {
  return [
    '',
    `The service stays up with this log:  ${baseUrl}`,
    `API reference:                       ${baseUrl}/docs`,
    `Website ${keys.domain}:  ${keys.website_id}`,
    `Bot tracking key:  ${keys.bot_key}`,
    `API key:           ${keys.api_key}`,
    ...(signIn
      ? [
          '',
          'See it in your browser. This address signs you in once, within 5 minutes:',
          `  ${signIn}`,
        ]
      : []),
    '',
    'Press Ctrl-C to stop it. Nothing of it is left then.',
  ].join('\n');
}
