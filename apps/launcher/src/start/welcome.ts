import type { FirstKeys, Service } from '../processes/service.js';

export interface WelcomeOptions {
  /** Where the keys were written instead of being printed. */
  keysFile: string | undefined;
  /** Goes into the sample entry. */
  now: Date;
}

/** What `npm start` says once everything serves: whole lines, ready to paste. */
export function welcome(service: Service, options: WelcomeOptions): string {
  return [
    '',
    `Botgauge is ready:  ${service.baseUrl}`,
    `API reference:      ${service.baseUrl}/docs`,
    '',
    ...keysPart(service, options),
    '',
    'Press Ctrl-C to stop. The data stay where they are.',
  ].join('\n');
}

function keysPart({ baseUrl, firstKeys }: Service, { keysFile, now }: WelcomeOptions): string[] {
  if (!firstKeys) {
    return [
      'The keys were shown at the first start. To make another one:',
      '  npm run --silent botgauge -- websites list',
      '  npm run --silent botgauge -- keys create --website ws_… --kind bot',
      '  npm run --silent botgauge -- keys create --account acc_… --kind api',
    ];
  }
  if (keysFile) {
    return [`Website ${firstKeys.domain}: ${firstKeys.website_id}`, `Its keys are in ${keysFile}`];
  }
  return [
    `Website ${firstKeys.domain}:  ${firstKeys.website_id}`,
    `Bot tracking key:  ${firstKeys.bot_key}`,
    `API key:           ${firstKeys.api_key}`,
    'These keys are shown only this once: keep them now.',
    '',
    'Send a log entry:',
    ...ingestLines(baseUrl, firstKeys, now),
    '',
    'Read the summary of today:',
    `  curl -H 'x-api-key: ${firstKeys.api_key}' \\`,
    `    '${baseUrl}/api/v1/websites/${firstKeys.website_id}/summary?period=today'`,
  ];
}

function ingestLines(baseUrl: string, keys: FirstKeys, now: Date): string[] {
  const entry = {
    timestamp: now.toISOString(),
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
    `    -d '${JSON.stringify(entry)}'`,
  ];
}
