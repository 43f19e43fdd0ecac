import { list } from 'isbot';

/**
 * Patterns of isbot that are left out, with the reason. All others are taken as they are, so an
 * update of isbot brings its new patterns along.
 */
const LEFT_OUT: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'a product alone is judged by a rule of our own, which knows players and telephones',
    [
      '^[\\w \\.\\-\\(?:\\):%]+(?:/v?\\d+(?:\\.\\d+)?(?:\\.\\d{1,10})*?)?(?:,|$)',
      '^[\\w\\-]+/[\\w]+$',
      '^\\w+/[\\w\\(\\)]*$',
      '^\\w+/\\d\\.\\d\\s\\([\\w@]+\\)$',
      '^[^ ]{50,}$',
    ],
  ],
  [
    'a malformed browser has a layer of its own',
    ['^mozilla/\\d\\.\\d\\s\\((?:compatible;)?(?:\\s?[\\w\\d-.]+[\\s/]\\d+\\.\\d+)?\\)$'],
  ],
  [
    'a rule of our own knows the exceptions: addresses that browsers carry, the name of the header',
    ['(?<!lib)http', '@[a-z][\\w-]+\\.', 'agent\\b'],
  ],
  [
    'programs that a person drives carry it: browsers, apps, add-ons, file managers',
    [
      '(?:^|[^g])news(?!sapphire)',
      '(?<! channel/|google/)google(?!(?:wv|app|/google| pixel))',
      '^whatsapp',
      'catch',
      'chromeframe',
      'torrent',
      'download',
      'java(?!;)',
      'proxy',
      '\\(\\)',
      '\\|',
      '^downcast/',
      '^netsurf',
      '^amaya',
      'offbyone',
      'ibisbrowser',
      'browsex',
      '^duckduckgo',
      '^ddg[_-]android',
      '^swcd ',
      '^snapchat',
      '^navermailapp',
      '^read',
      '^reed',
      '^facebook',
      '^yahoo',
      '^yandex',
      'sogou',
      'supercleaner',
      'powermarks',
      '^avsdevicesdk/',
      '^microsoft bits',
      '\\bdlc\\b',
      '^active',
      'discovery',
      'splash',
      'server',
    ],
  ],
]);

const leftOut = new Set([...LEFT_OUT.values()].flat());

/** All of isbot's patterns but those left out, as one. */
export const ISBOT_PATTERN = new RegExp(
  list.filter((pattern) => !leftOut.has(pattern)).join('|'),
  'i',
);

/** What stands above and isbot no longer has; to be taken out there. */
export const STALE_EXCEPTIONS: readonly string[] = [...leftOut].filter(
  (pattern) => !list.includes(pattern),
);
