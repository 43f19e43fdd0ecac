import type { VerifyLists } from '@app/config';
import type { FirstKeys } from '../processes/service.js';

/** What the user is told when everything serves. */
export interface Greeting {
  /** The address that signs a browser in once; undefined when there is no page. */
  signIn: string | undefined;
  /** The keys that nobody has been told yet; undefined on a later start. */
  keys?: FirstKeys;
  /** The file with the keys, if they were not printed. */
  keysFile?: string;
  /** Where the lists come from that tell real bots from spoofed ones. */
  lists: VerifyLists;
}

/** Returns what `npm start` prints when everything serves: whole lines, ready to paste. */
export function welcome(baseUrl: string, { signIn, keys, keysFile, lists }: Greeting): string {
  return [
    '',
    `Botgauge is ready:  ${baseUrl}`,
    `API reference:      ${baseUrl}/docs`,
    ...(signIn ? signInPart(signIn) : []),
    '',
    ...(keys ? keysPart(baseUrl, keys, keysFile) : LATER),
    '',
    ...listsPart(lists, keys !== undefined),
    'Press Ctrl-C to stop. The data stay where they are.',
  ].join('\n');
}

function signInPart(address: string): string[] {
  return [
    '',
    'Open this in your browser within 5 minutes. It signs you in, once:',
    `  ${address}`,
    'To get another one:  npm run --silent botgauge -- sessions sign-in',
  ];
}

/**
 * Says what is fetched from the network, in full at the start that makes the keys. Old lists call few
 * bots spoofed, and nobody would know why.
 */
function listsPart(lists: VerifyLists, isFirst: boolean): string[] {
  if (lists === 'bundled')
    return [
      'Spoofed bots are found by the lists of this release: VERIFY_LISTS=refresh fetches current ones daily.',
      '',
    ];
  if (lists !== 'refresh') return [];
  if (!isFirst)
    return [
      "Lists of bots' addresses are fetched daily from the bots' operators; VERIFY_LISTS=bundled fetches none.",
      '',
    ];
  return [
    "To tell real bots from spoofed ones, the worker fetches lists of bots' addresses daily from their operators, such as",
    'OpenAI, Google and Microsoft (docs/verification.md names all). Nothing about your visitors is sent there.',
    'VERIFY_LISTS=bundled fetches nothing, and uses the lists of this release.',
    '',
  ];
}

const LATER = [
  'The keys were shown once, by the start that made them. To make others:',
  '  npm run --silent botgauge -- websites list',
  '  npm run --silent botgauge -- keys create --website ws_… --kind bot',
  '  npm run --silent botgauge -- keys create --account acc_… --kind api',
];

function keysPart(baseUrl: string, keys: FirstKeys, keysFile: string | undefined): string[] {
  if (keysFile)
    return [`Website ${keys.domain}: ${keys.website_id}`, `Its keys are in ${keysFile}`];
  return [
    `Website ${keys.domain}:  ${keys.website_id}`,
    `Bot tracking key:  ${keys.bot_key}`,
    `API key:           ${keys.api_key}`,
    'These keys are shown only this once: keep them now.',
    '',
    'Import an access log of your own, from a second terminal in this folder:',
    `  BOTGAUGE_BOT_KEY=${keys.bot_key} BOTGAUGE_API_KEY=${keys.api_key} \\`,
    `    npm run --silent botgauge -- import --website ${keys.website_id} /var/log/nginx/access.log`,
    '',
    'Send a log entry, and read the summary of today once it shows there:',
    ...ingestLines(baseUrl, keys),
    '  sleep 2',
    `  curl -H 'x-api-key: ${keys.api_key}' \\`,
    `    '${baseUrl}/api/v1/websites/${keys.website_id}/summary?period=today'`,
  ];
}

/** The shell inserts the time at which the lines are pasted. */
function ingestLines(baseUrl: string, keys: FirstKeys): string[] {
  const entry = {
    method: 'GET',
    host: keys.domain,
    path: '/pricing',
    status_code: 200,
    ip: '192.0.2.17',
    user_agent:
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  };
  return [
    `  curl -X POST '${baseUrl}/api/v1/logs/custom' \\`,
    `    -H 'content-type: application/json' -H 'x-api-key: ${keys.bot_key}' \\`,
    `    -d '{"timestamp":"'"$(date -u +%FT%TZ)"'",${JSON.stringify(entry).slice(1)}'`,
  ];
}
