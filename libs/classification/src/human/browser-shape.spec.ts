import { browserShape, commonBrowserOf, mayStandInShape } from './browser-shape.js';
import { parseClient } from './parse-client.js';

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';

/** One user agent of every shape that is read without ua-parser-js. */
const SHAPES = [
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/131.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Windows NT 6.1; WOW64) ${KHTML} Chrome/109.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KHTML} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
  `Mozilla/5.0 (X11; Linux x86_64) ${KHTML} Chrome/131.0.0.0 Safari/537.36 OPR/116.0.0.0`,
  `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/131.0.0.0 Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) ${KHTML} Chrome/131.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 10; K) ${KHTML} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`,
  `Mozilla/5.0 (Linux; Android 13; moto g(7) power) ${KHTML} Chrome/131.0.0.0 Mobile Safari/537.36 OPR/86.0.0.0`,
  `Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) ${KHTML} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UD1A; wv) ${KHTML} Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`,
  `Mozilla/5.0 (Linux; Android 12; HUAWEI BAH3-W09) ${KHTML} Chrome/101.0.4951.61 Safari/537.36`,
  'Mozilla/5.0 (Linux; U; Android 4.1.2; de-de; GT-I9100 Build/JZO54K) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0.0.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/133.0 Mobile/15E148 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) EdgiOS/131.0.0.0 Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0',
  'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; WOW64; Trident/4.0; SLCC2; .NET CLR 2.0.50727)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; rv:11.0) like Gecko',
  'Mozilla/5.0 (Windows NT 6.1; WOW64; Trident/7.0; MASMJS; rv:11.0) like Gecko',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Vivaldi/7.0.3495.6',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/17.17134',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 YaBrowser/24.12.0.0 Yowser/2.5 Safari/537.36',
  'Mozilla/5.0 (Windows; U; Windows NT 6.1; en-US) AppleWebKit/532.5 (KHTML, like Gecko) Chrome/4.0.249.0 Safari/532.5',
  'Mozilla/5.0 (X11; U; Linux i686; en-US; rv:1.9.0.5) Gecko/2008121622 Firefox/3.0.5',
  'Mozilla/5.0 (Macintosh; U; PPC Mac OS X 10.5; de; rv:1.9.1) Gecko/20090624 Firefox/3.5',
  'Mozilla/5.0 (X11; Linux x86_64; rv:24.0) Gecko/20140429 Firefox/24.0 Iceweasel/24.5.0',
  'Mozilla/5.0 (Windows NT 6.1; rv:52.0) Gecko/20100101 Firefox/52.0 SeaMonkey/2.49.4',
  'Mozilla/5.0 (Fedora; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
  'Mozilla/5.0 (Debian; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  'Mozilla/5.0 (CentOS; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
  'Mozilla/5.0 (Knoppix; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPod; U; CPU iPhone OS 4_3_3 like Mac OS X; en-us) AppleWebKit/533.17.9 (KHTML, like Gecko) Version/5.0.2 Mobile/8J2 Safari/6533.18.5',
  'Opera/9.80 (Windows NT 6.1; WOW64; U; ru) Presto/2.10.289 Version/12.00',
  'Opera/9.80 (X11; Linux x86_64) Presto/2.12.388 Version/12.16',
];

describe('the shape of a common browser', () => {
  it.each(SHAPES)('is read as ua-parser-js reads it: %s', (userAgent) => {
    expect(browserShape(userAgent)).toEqual(parseClient(userAgent));
  });

  it.each([
    ['something after it', `${SHAPES[0]} Something/1.0`],
    ['something before it', `Something/1.0 ${SHAPES[0]}`],
    ['something in its platform', SHAPES[0]?.replace('x64', 'x64; Something')],
    ['something in the comment of its engine', SHAPES[0]?.replace('Gecko)', 'Gecko; Something)')],
    ['an address in its platform', SHAPES[5]?.replace('K)', 'K; +https://example.com)')],
    ['the word compatible', SHAPES[5]?.replace('K)', 'compatible; Something)')],
    ['a television', SHAPES[10]?.replace('HUAWEI BAH3-W09', 'Some Android TV')],
    ['no end', SHAPES[0]?.replace(' Safari/537.36', '')],
    ['nothing', ''],
  ])('is not found where there is %s', (_what, userAgent) => {
    expect(browserShape(userAgent ?? '')).toBeUndefined();
  });
});

describe('a common browser', () => {
  it.each([
    ['that tells no device has no platform to look at', SHAPES[0], ''],
    ['whose telephone has the name K neither', SHAPES[5], ''],
    ['with the name of its device', SHAPES[7], '(Linux; Android 13; moto g(7) power)'],
    [
      'with the end of a platform inside its platform',
      SHAPES[7]?.replace('(7) power', '(7) AppleWebKit/1 Some'),
      '(Linux; Android 13; moto g(7) AppleWebKit/1 Some)',
    ],
  ])('%s', (_what, userAgent, platform) => {
    expect(commonBrowserOf(userAgent ?? '')).toMatchObject({ client: {}, platform });
  });

  it('with a long name of its device is read as any other user agent', () => {
    expect(commonBrowserOf(SHAPES[7]?.replace('power', 'x'.repeat(300)) ?? '')).toBeUndefined();
  });

  it.each([
    ['Chrome/131.0', true],
    ['Gecko) Chrome', true],
    ['Model X) AppleWebKit', true],
    ['(ModelBot)', false],
    ['GPTBot', false],
  ])('may have the text %s outside the name of its device: %s', (text, may) => {
    expect(mayStandInShape(text)).toBe(may);
  });
});
