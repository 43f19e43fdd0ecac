import { crc32 } from 'node:zlib';
import { agentFacts } from './agent-facts.js';
import { type Sign, signs } from './signs.js';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const chrome = (version: string, system = WINDOWS) =>
  `${system} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;

const firefox = (engine: string, version: string, system = WINDOWS) =>
  `${system.replace(')', `; rv:${engine})`)} Gecko/20100101 Firefox/${version}`;

const CASES: [what: string, agent: string, ...signs: Sign[]][] = [
  ['Chrome on Windows', chrome('141.0.0.0')],
  ['Chrome on a Mac', chrome('141.0.0.0', MAC)],
  ['Chrome on Windows 7, its last version', chrome('109.0.0.0', 'Mozilla/5.0 (Windows NT 6.1)')],
  ['Edge', `${chrome('141.0.0.0')} Edg/141.0.0.0`],
  ['Opera', `${chrome('141.0.0.0')} OPR/120.0.0.0`],
  ['Firefox', firefox('144.0', '144.0')],
  ['Safari', `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`],
  ['Firefox 4', 'Mozilla/5.0 (X11; Linux x86_64; rv:2.0.1) Gecko/20100101 Firefox/4.0.1'],
  ['Firefox that says 109', firefox('109.0', '118.0')],
  ['what was made of Firefox', firefox('56.0; Waterfox', '56.2.3')],
  ['Firefox on a Mac', firefox('144.0', '144.0', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15)')],
  [
    'a browser with a low version of its own',
    'Mozilla/5.0 (Macintosh; PowerPC MorphOS 3.7; Odyssey Web Browser; rv:1.23) AppleWebKit/538.1 (KHTML, like Gecko) OWB/1.23 Safari/538.1',
  ],
  ['the old Opera', 'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18'],
  ['the WebView of an app', 'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)'],
  [
    'what fetches icons for Safari on a telephone',
    'MobileSafari/604.1 CFNetwork/974.2.1 Darwin/18.0.0',
  ],
  ['an old phone', 'Nokia6230i/2.0 (03.80) Profile/MIDP-2.0'],
  ['Internet Explorer', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 5.1; Trident/4.0)'],
  ['Lynx', 'Lynx/2.8.9rel.1 libwww-FM/2.14', 'textBrowser'],
  ['w3m', 'w3m/0.5.3', 'textBrowser'],
  ['Links', 'Links (2.29; Linux)', 'textBrowser'],
  ['ELinks', 'ELinks/0.13 (textmode; Linux)', 'textBrowser'],
  ['what only begins like a text browser', 'Lin/1.0', 'impossibleAgent'],
  ['a word that no browser begins with', 'Chrome/141.0.0.0', 'impossibleAgent'],
  ['nothing', '', 'impossibleAgent'],
  ['Windows 95', 'Mozilla/4.0 (compatible; MSIE 5.5; Windows 95)', 'impossibleAgent'],
  ['Windows 98', 'Mozilla/4.0 (compatible; MSIE 6.0; Windows 98)', 'impossibleAgent'],
  ['Windows CE', 'Mozilla/4.0 (compatible; MSIE 4.01; Windows CE)', 'impossibleAgent'],
  [
    'Chrome that is too new for Windows 7',
    chrome('110.0.0.0', 'Mozilla/5.0 (Windows NT 6.1; Win64; x64)'),
    'impossibleAgent',
  ],
  [
    'Chrome that is too new for a PowerPC',
    chrome('60.0.0.0', 'Mozilla/5.0 (Macintosh; PPC Mac OS X 10_5_8)'),
    'impossibleAgent',
  ],
  ['OS/2', 'Mozilla/5.0 (OS/2; Warp 4.5; rv:45.0) Gecko/20100101 Firefox/45.0', 'impossibleAgent'],
  ['a version of Safari that was cut', chrome('120.0.0.0').slice(0, -1), 'impossibleAgent'],
  ['Opera with a version of Chrome', `${WINDOWS} Opera/99.0.0.0`, 'impossibleAgent'],
  ['Firefox with a version of Chrome', `${WINDOWS} Firefox/120.0.0.0`, 'impossibleAgent'],
  ['Safari with a version of Chrome', `${MAC} Safari/17.0.0.0`, 'impossibleAgent'],
  [
    'a Mac with a processor of Windows',
    chrome('120.0.0.0', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7; x64)'),
    'impossibleAgent',
  ],
  [
    'Windows with a processor of nobody',
    chrome('120.0.0.0', 'Mozilla/5.0 (Windows NT 10.0; arm64)'),
    'impossibleAgent',
  ],
  [
    'a Mac of a list',
    firefox('42.0', '42.0', `${MAC.replace('10_15_7', 'x.y')}`),
    'impossibleAgent',
  ],
  ['Firefox on a Mac as Chrome writes it', firefox('126.0', '126.0', MAC), 'impossibleAgent'],
  [
    'Chrome with the engine of Firefox',
    `${WINDOWS} Gecko/20100101 Chrome/120.0.0.0`,
    'impossibleAgent',
  ],
  [
    'Chrome with a version of the engine of Firefox',
    chrome('120.0.0.0', WINDOWS.replace(')', '; rv:47.0)')),
    'impossibleAgent',
  ],
  ['an engine behind the system', `${WINDOWS} Trident/5.0 Firefox/42.0`, 'impossibleAgent'],
  ['Firefox with half a version', firefox('96.0', '96'), 'impossibleAgent'],
  ['Firefox with a later engine', firefox('94.0', '95.0'), 'impossibleAgent'],
  ['Firefox with an engine whose number begins alike', firefox('9.0', '95.0'), 'impossibleAgent'],
  ['Firefox that says 109 too early', firefox('109.0', '90.0'), 'impossibleAgent'],
  ['a form of Netscape 4', 'Mozilla/4.76 [en] (X11; U; Linux)', 'impossibleAgent'],
];

describe('agentFacts', () => {
  it.each(CASES)('knows %s', (_, agent, ...shown) => {
    expect(agentFacts(agent).signs).toBe(signs(...shown));
  });

  it('tells agents apart by a checksum of 32 signed bits', () => {
    const agents = CASES.map(([, agent]) => agent);
    const checksums = agents.map((agent) => agentFacts(agent).checksum);
    expect(checksums).toEqual(agents.map((agent) => Int32Array.of(crc32(agent))[0]));
    expect(new Set(checksums).size).toBe(agents.length);
    expect(checksums.some((checksum) => checksum < 0)).toBe(true);
  });

  it('says when the browser was released, in days after the begin of 2000', () => {
    const { released } = agentFacts(chrome('120.0.0.0'));
    const day = (Date.UTC(2023, 11, 1) - Date.UTC(2000, 0, 1)) / 86_400_000;
    expect(Math.abs((released as number) - day)).toBeLessThanOrEqual(1);
    expect(agentFacts('Dalvik/2.1.0').released).toBeNull();
  });

  it('says no day that 16 bits have no room for, whatever version an agent names', () => {
    for (const version of ['999', '9999', '99999999999999999999'])
      expect(agentFacts(chrome(version)).released).toBeLessThanOrEqual(32_767);
    expect(agentFacts(chrome('9999')).released).toBe(32_767);
  });
});
