import { browserShape } from './browser-shape.js';
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
