/**
 * Returns what `npm run dev` prints when everything serves.
 *
 * @param shown `page` and `baseUrl`, the addresses of page and API; `keys` of the first website, or
 *   undefined when they are not known; `signIn`, the address that signs a browser in once, or
 *   undefined without the page; `inspect`, the port of the API's debugger, if one may attach;
 *   `dataDir`
 */
export function readyText({ page, baseUrl, keys, signIn, inspect, dataDir }) {
  const rows = [
    ['Page', page],
    ['API', baseUrl],
    ['API reference', `${baseUrl}/docs`],
    ...(inspect
      ? [['Debuggers', `API 127.0.0.1:${inspect}, worker 127.0.0.1:${inspect + 1}`]]
      : []),
    ['Data', dataDir],
    ...(keys
      ? [
          ['Website', `${keys.website_id} (${keys.domain})`],
          ['Bot tracking key', keys.bot_key],
          ['API key', keys.api_key],
        ]
      : [['Keys', 'those of the account that the database had before']]),
  ];
  return [
    '',
    'Ready. Changes below apps/, libs/ and docs/feeds/ are loaded as you save them.',
    '',
    ...rows.map(([name, value]) => `${name.padEnd(18)}${value}`),
    '',
    ...(signIn
      ? ['Open this in your browser within 5 minutes. It signs you in, once:', `  ${signIn}`, '']
      : []),
    'Press Ctrl-C to stop. The data stay where they are.',
  ].join('\n');
}

const NAMES = { api: 'API', worker: 'worker' };
const MOST_FILES = 3;

/** Returns the line about changes that programs use from now on. */
export function reloadedLine(programs, changed, milliseconds) {
  const what = programs.map((program) => NAMES[program]).join(' and ');
  return `Reloaded ${what} in ${(milliseconds / 1_000).toFixed(1)} s: ${listOf(changed)}`;
}

/** Returns the first three names, and how many more there are. */
export function listOf(files) {
  const more = files.length - MOST_FILES;
  const shown = files.slice(0, MOST_FILES).join(', ');
  if (files.length === 0) return 'what ran before';
  return more > 0 ? `${shown} and ${more} more` : shown;
}
