import { list } from 'isbot';

/**
 * The patterns of isbot that are left out, each with the reason. All others are used as they are,
 * so an update of isbot brings its new patterns along.
 */
const LEFT_OUT: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'our own rule judges a product alone, because it knows players and telephones',
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
    'our own rule knows the exceptions: addresses that browsers carry, the name of the header',
    ['(?<!lib)http', '@[a-z][\\w-]+\\.', 'agent\\b'],
  ],
  [
    'programs that a person uses carry it: browsers, apps, add-ons, file managers',
    [
      '(?:^|[^g])news(?!sapphire)',
      '(?<! channel/|google/)google(?!(?:wv|app|/google| pixel))',
      '^whatsapp',
      'catch',
      'chromeframe',
      'firephp',
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

/** All patterns of isbot, except those left out, as one pattern. */
export const ISBOT_PATTERN = new RegExp(
  list.filter((pattern) => !leftOut.has(pattern)).join('|'),
  'i',
);

/** Exceptions that isbot no longer has. They should be removed from the list above. */
export const STALE_EXCEPTIONS: readonly string[] = [...leftOut].filter(
  (pattern) => !list.includes(pattern),
);
