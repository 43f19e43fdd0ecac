import { checkRows } from '@app/testing';
import { classify } from '../classify.js';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

/** What no browser sends, by the reason that is found. */
const DISGUISED: Readonly<Record<string, readonly string[]>> = {
  'the first word of a browser and nothing else': ['Mozilla/5.0', 'Mozilla/5.0 (compatible;)'],
  'cut inside the platform, after it, or after the version of the engine': [
    WINDOWS,
    `${WINDOWS} AppleWebKit/537.36`,
    'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:109.0) Gecko/20100101',
    'Mozilla/5.0 (X11; Linux x86_64; rv:1.9.2) Gecko/',
  ],
  'cut before the name of the browser': [`${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko)`],
  'cut at the comma of "(KHTML, like Gecko)", as in carelessly split lists of user agents': [
    `${WINDOWS} AppleWebKit/537.36 (KHTML`,
    'Mozilla/5.0 (Linux; Android 10; SM-G981B) AppleWebKit/537.36 (KHTML, like Gecko',
  ],
  'an escape sequence that was never decoded': [`Mozilla\\/5.0 (Windows NT 10.0) ${CHROME}`],
  'a browser in quotation marks, or behind the name of its header': [
    `"${WINDOWS} ${CHROME}"`,
    `User-Agent: ${WINDOWS} ${CHROME}`,
  ],
  'Chrome without its engine': [`${MAC} Chrome/120.0.0.0 Safari/537.36`],
  'Chrome or Safari on a desktop, cut before its end': [
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0`,
  ],
  'Firefox without a version': ['Mozilla/5.0 (Windows NT 10.0; rv:109.0) Gecko/20100101 Firefox'],
  'the name of a browser alone': ['Chrome/120.0', 'Firefox'],
  'a version that no browser has': [
    `Mozilla/7.0 (Windows NT 10.0) ${CHROME}`,
    `Mozilla/6.5 (Windows NT 10.0) ${CHROME}`,
  ],
  'a version of a system, or a code of a platform, that never existed': [
    `Mozilla/5.0 (Windows NT 11.0; Win64; x64) ${CHROME}`,
    `Mozilla/5.0 (Windows NT 8.1; Win64; x64) ${CHROME}`,
    `Mozilla/5.0 (Windows NT 6.5) ${CHROME}`,
    `Mozilla/5.0 (Windows NT 9_1_1; Win64; x64) ${CHROME}`,
    `Mozilla/5.0 (Windows NT 10.2; Win64; x64) ${CHROME}`,
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 7.1; Trident/5.0)',
    `Mozilla/5.0 (Windows NT 10.0; WOW32) ${CHROME}`,
    `Mozilla/5.0 (Windows NT 10.0; Win64; x32) ${CHROME}`,
    `Mozilla/5.0 (X11; Linux x86_32) ${CHROME}`,
    `Mozilla/5.0 (X11; Linux i886) ${CHROME}`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 9_0) ${CHROME}`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_19_2) ${CHROME}`,
    'Mozilla/5.0 (Macintosh; PPC Mac OS X 10_7_6; rv:6.0) Gecko/20180623 Firefox/35.0',
  ],
  'Chrome on a desktop without the comment of its engine': [
    `${WINDOWS} AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Version/4.0 Chrome/120.0.0.0 Safari/537.36',
  ],
  'Chrome or Firefox on a desktop with a misspelt engine': [
    `${WINDOWS} AppleWebKit/537.36 (KTHML, like Gecko) Chrome/120.0.0.0 Safari/537.36`,
    `${MAC} AppleWebKit/537.36 (KHTML, like Geko) Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`,
    `${WINDOWS}AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:120.0)Gecko/20100101 Firefox/120.0',
  ],
  'numbers of Chrome and its engine that do not fit together': [
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.3`,
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120 Safari/537.36`,
    `${WINDOWS} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36`,
    `${WINDOWS} AppleWebKit/537.36 (KHTML like Gecko) Chrome/120.0.0.0 Safari/537.3`,
    `${MAC} AppleWebKit/582.41 (KHTML, like Gecko) Chrome/79.0.2185.1 Safari/537.36`,
  ],
  'a browser behind the heading of a list, or before other fields of a request': [
    `Chrome on Windows: ${WINDOWS} ${CHROME}`,
    `Windows 10/ Edge: ${WINDOWS} ${CHROME}`,
    'iphone|Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    `${WINDOWS} ${CHROME} Accept-Encoding: gzip`,
  ],
};

/** What people have really sent, although it is odd. */
const PEOPLE: readonly string[] = [
  // Whoever keeps user agents in a table may take out the commas, or the blanks, or cut them there.
  `${WINDOWS} AppleWebKit/537.36 (KHTML like Gecko) Chrome/120.0.0.0 Safari/537.36`,
  `${WINDOWS} AppleWebKit/537.36 (KHTML,like Gecko) Chrome/120.0.0.0 Safari/537.36`,
  `${WINDOWS} AppleWebKit/537.36 (KHTML   like Gecko) Chrome/120.0.0.0 Safari/537.36`,
  `${WINDOWS} ${CHROME}`.replaceAll(' ', ''),
  'Mozilla/5.0 (Linux; Android 4.1.2; GT-N7100 Build/JZO54K) AppleWebKit/535.19 (KHTML',
  'Mozilla/5.0 (iPad; CPU OS 5_1 like Mac OS X) AppleWebKit/534.46 (KHTML',
  'Mozilla/5.0 (Macintosh; U; Intel Mac OS X 10_6_4; en-US) AppleWebKit/534.10 (KHTML, like Gecko) Chrome/8.0.552.215',
  // Chrome had three numbers on some systems.
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_12_6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/61.0.3163 Safari/537.36',
  'Mozilla/6.0 (Windows; U; Windows NT 6.0; en-US; rv:1.9.0.7) Gecko/2009021910 Firefox/3.0.7',
  'Mozilla/5.0 (X11; U; SunOS sun4u; en-US; rv: 1.7) Gecko/20041221',
  'Mozilla/5.0 (Macintosh; U; Intel Mac OS X; en-US; rv:1.8.1.11) Gecko/20071127 Firefox',
  // The first Firefox, with a system that was changed by hand.
  'Mozilla/5.0 (Windows; U; Windows NT 7.0; en-US; rv:1.9.0.5) Gecko/2008120122 Firefox/3.0.5',
  // A telephone of China Telecom.
  'Mozilla/5.0 (Linux; Android 6.0; zh-cn; LNV-Lenovo K32c36/K32C36_S110_161206; 1280x720; CTC/2.0) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/44.0.2403.133 Mobile Safari/537.36',
  // New browsers for old Macs.
  'Mozilla/5.0 (Macintosh; PPC Mac OS X 10.9; rv:45.0) Gecko/20100101 Firefox/45.0',
  // The Mozilla Suite, and Gecko before it had a version, name no product.
  'Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.7.8) Gecko/20050511',
  'Mozilla/5.0 (Windows; U; Windows NT 5.1; en-US; rv:1.7.13) Gecko/20060414',
  'Mozilla/5.0 (Macintosh; U; PPC Mac OS X Mach-O; en-US; rv:1.6) Gecko/20040113',
  'Mozilla/5.0 (X11; U; Linux 2.4.2-2 i586; en-US; m18) Gecko/20010131',
  'Mozilla/5.0 (Macintosh; U; PPC; en-US; 0.7) Gecko/20010109',
  'Mozilla/5.0 (X11; U; OpenBSD i386; en-US; rv:1.8.0.1) Gecko/20051009',
  // Windows NT 6.4 was a preview of 10, and 5.01 and 4.0 are old.
  'Mozilla/5.0 (Windows NT 6.4; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/36.0.1985.143 Safari/537.36',
  'Mozilla/4.0 (compatible; MSIE 5.5; Windows NT 5.01; .NET CLR 1.0.3705)',
  'Mozilla/5.0 (Windows NT 10.0.19045; Win64; x64; rv:115.0) Gecko/20100101 Thunderbird/115.0',
  'Mozilla/5.0 (Windows; U; Win 9x 4.90; de-DE; rv:1.7.2) Gecko/20040803',
  'Mozilla/5.0 (Macintosh; U; PPC Mac OS X 10_5_8; en-us) AppleWebKit/531.9 (KHTML, like Gecko) Version/4.0.3 Safari/531.9',
  // Chrome on macOS 11 told the truth before the number was frozen.
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 11_2_3) ${CHROME}`,
  // Other browsers than Chrome have comments and numbers of their own.
  'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/535.8 (KHTML like Gecko) Beamrise/17.2.0.9 Chrome/17.0.939.0 Safari/535.8',
  'Mozilla/5.0 (Macintosh; U; PPC Mac OS X; en-US) AppleWebKit/125.4 (KHTML, like Gecko, Safari) OmniWeb/v563.15',
  'Mozilla/5.0 (Macintosh; U; PPC Mac OS X; de-de) AppleWebKit/85.7 (KHTML, like Gecko) Safari/85.5',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/122.0.6261.119 Safari/534.24 XiaoMi/MiuiBrowser/18.4.720715',
  'Mozilla/5.0 (Linux; U; Android 4.4.4; zh-cn; VIV-vivo Y913/PD1304CV_A_1.18.2; 854*480; CTC/2.0) AppleWebKit/537.36 (KHTML,like Gecko) Version/4.0 Mobile Safari/537.36',
];

describe('disguised browsers', () => {
  it('are found by their shape, each with the reason', () =>
    checkRows(
      Object.entries(DISGUISED).flatMap(([reason, all]) => all.map((text) => ({ reason, text }))),
      ({ reason, text }) =>
        expect(classify(text)).toMatchObject({
          bot: { name: 'Disguised browser', category: 'disguised' },
          layer: 'malformed browser',
          reason,
        }),
      ({ text }) => text,
    ));

  it('are no old or odd browsers that people have used', () =>
    checkRows(
      PEOPLE,
      (userAgent) => expect(classify(userAgent).kind).toBe('human'),
      (userAgent) => userAgent,
    ));
});
