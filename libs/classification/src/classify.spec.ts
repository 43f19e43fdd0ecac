import fc from 'fast-check';
import type { RegisteredBot } from './registry/registered-bot.js';
import { BOT_REGISTRY } from './registry/bot-registry.js';
import { classify, createClassifier, explain, MAX_USER_AGENT_LENGTH } from './classify.js';

const ANDROID_CHROME =
  'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

const CURL = BOT_REGISTRY.find(({ slug }) => slug === 'curl') ?? BOT_REGISTRY[20]!;

function who(userAgent: string): string {
  const verdict = classify(userAgent);
  return verdict.kind === 'human' ? 'human' : verdict.bot.name;
}

describe('empty user agent', () => {
  it.each(['', '-', ' ', '\t \n', ' - ', '\u00a0'])('%j is "No user agent"', (userAgent) => {
    expect(classify(userAgent)).toMatchObject({
      kind: 'bot',
      bot: {
        id: 2,
        slug: 'no-user-agent',
        name: 'No user agent',
        provider: 'Unknown',
        category: 'unidentified',
      },
    });
  });
});

describe('named bots', () => {
  it.each([
    ['Googlebot-Image/1.0', 'Googlebot-Image'],
    ['Googlebot-Video/1.0', 'Googlebot'],
    ['Mozilla/5.0 (compatible; Applebot-Extended/0.1)', 'Applebot-Extended'],
    ['meta-externalfetcher/1.1', 'Meta-ExternalFetcher'],
    ['meta-externalagent/1.1', 'Meta-ExternalAgent'],
    ['Mozilla/5.0; compatible; ChatGPT-User/1.0; +https://openai.com/bot', 'ChatGPT-User'],
    ['Mozilla/5.0 (compatible; Claude-SearchBot/1.0)', 'Claude-SearchBot'],
    ['Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)', 'Claude Code'],
    ['LinkedInBot/1.0 (compatible; Apache-HttpClient +http://www.linkedin.com)', 'LinkedInBot'],
    ['GPTBot/1.0 python-requests/2.31.0', 'GPTBot'],
    ['FreshRSS/1.11.2 (Linux; https://freshrss.org) like Googlebot', 'FreshRSS'],
    ['TelegramBot (like TwitterBot)', 'TelegramBot'],
  ])('%s is %s', (userAgent, name) => expect(who(userAgent)).toBe(name));

  it('counts categories with the prefix ai_ as AI bots, and no others', () => {
    expect(classify('GPTBot/1.2').kind).toBe('ai_bot');
    expect(classify('Amzn-User/0.1').kind).toBe('ai_bot');
    expect(classify('Googlebot/2.1').kind).toBe('bot');
  });

  it('does not find a name inside another word', () => {
    expect(who(`${WINDOWS_CHROME} GPTBotX/1.0`)).not.toBe('GPTBot');
  });
});

describe('people whom patterns of bots would catch', () => {
  it.each([
    ['an app in a script of its own, on a telephone', 'ВКонтакте/7.0 (Android 12; ru)'],
    ['an app with a name in Arabic', 'أنغامي/601041 CFNetwork/1335.0.3 Darwin/21.6.0'],
    ['an app with an umlaut, in a version that apps reach', 'Überall/2.0.1'],
    ['an app with a name in Chinese, in such a version', '微信/8.0.2'],
    [
      'a telephone with a name in Chinese',
      `Mozilla/5.0 (Linux; Android 9; 小米 Build/PKQ1) ${ANDROID_CHROME}`,
    ],
    [
      'a browser whose engine was translated',
      'Mozilla / 5.0 (Windows NT 10.0) AppleWebKit / 537.36 (KHTML, как Gecko) Chrome / 71.0.3578 Safari / 537.36',
    ],
    ['a CUBOT telephone', `Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) ${ANDROID_CHROME}`],
    [
      'a CUBOT with build',
      `Mozilla/5.0 (Linux; Android 7.0; CUBOT MAX Build/NRD90M) ${ANDROID_CHROME}`,
    ],
    [
      'a telephone called M bot',
      `Mozilla/5.0 (Linux; Android 6.0; M bot 54 Build/MRA58K) ${ANDROID_CHROME}`,
    ],
    [
      'a model with a plus',
      `Mozilla/5.0 (Linux; Android 7.0; ID bot 53+ Build/NRD90M) ${ANDROID_CHROME}`,
    ],
    ['a model with brackets', `Mozilla/5.0 (Linux; Android 11; Crawler (2022)) ${ANDROID_CHROME}`],
    [
      'a telephone called ECHO JAVA',
      `Mozilla/5.0 (Linux; Android 6.0; ECHO JAVA) ${ANDROID_CHROME}`,
    ],
    ['a telephone called Expanse', `Mozilla/5.0 (Linux; Android 8.0.0; Expanse) ${ANDROID_CHROME}`],
    [
      'Instagram',
      `Mozilla/5.0 (Linux; Android 14; SM-A515F; wv) ${ANDROID_CHROME} Instagram 406.0.0.58.159 Android (34/14; 480dpi; 1080x2400; samsung; bot)`,
    ],
    [
      'Facebook on iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/450.0.0.38.108;FBBV/564431005;FBDV/iPhone14,5]',
    ],
    ['Facebook alone', '[FBAN/FB4A;FBAV/80.0.0.21.65;FBBV/31390006;FBLC/pt_BR;FBSV/5.0.1;]'],
    [
      'WeChat',
      `Mozilla/5.0 (Linux; Android 9; SM-G965F Build/PPR1.180610.011; wv) ${ANDROID_CHROME} MMWEBSDK/20210902 MicroMessenger/8.0.15.2001 WeChat/arm64 GPVersion/1 tools`,
    ],
    [
      'the Slack desktop app',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Slack/4.29.149 Chrome/106.0.5249.199 Electron/21.3.3 Safari/537.36',
    ],
    ['Dalvik', 'Dalvik/2.1.0 (Linux; U; Android 6.0.1; SM-G610F Build/MMB29K)'],
    ['an app on Apple devices', 'Google/303.0.605094169 CFNetwork/1410.1 Darwin/22.6.0'],
    ['an app that shares a name with a bot', 'Feedly/81.0.1 CFNetwork/1410.1 Darwin/22.6.0'],
    ['WhatsApp itself', 'WhatsApp/2.18.79 Android/5.1 Device/Meizu-MX5'],
    [
      'an app on Android',
      'com.google.android.youtube/21.29.366(Linux; U; Android 14; pt_BR; T430WS) gzip',
    ],
    [
      'an app that carries okhttp',
      'DS podcast/1.0.4 (be.standaard.audio; build:5; Android 11; Sdk:30) OkHttp/4.9.0',
    ],
    ['an old Nokia', 'Nokia6230i/2.0 (03.80) Profile/MIDP-2.0 Configuration/CLDC-1.1'],
    [
      'a telephone with MAUI',
      'FLY_E141TV_PLUS/ WAP Browser/MAUI(HTTP PGDL;HTTPS)Profile/Q03C1-2.40 ru-RU',
    ],
    [
      'a television',
      'Opera/9.80 (Linux mips; U; HbbTV/1.1.1 (; Humax; HM-9504HD; 0.01.06; 1.0; ); ce-html/1.0; xx) Presto/2.10.250 Version/11.60',
    ],
    ['a media player', 'VLC/3.0.16 LibVLC/3.0.16'],
    [
      'UC Browser on a slow network',
      'dv(iPh15,3);pr(UCBrowser/11.3.5.1203);ov(17_6_1);ss(375x812);',
    ],
  ])('%s', (_what, userAgent) => expect(who(userAgent)).toBe('human'));

  it('does not let a bot pass as a telephone', () => {
    const nexus = `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${ANDROID_CHROME}`;
    expect(who(`${nexus} (compatible; Unheardbot/0.0; +https://example.com/)`)).toBe(
      'Unidentified bot',
    );
    expect(
      who(`Mozilla/5.0 (Linux; Android 7.0; compatible; SomeCrawler/1.0) ${ANDROID_CHROME}`),
    ).toBe('Unidentified bot');
    expect(who('SlackBot/1.0 (+https://api.slack.com/robots)')).toBe('Slackbot');
  });
});

describe('disguised browsers', () => {
  const platform = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';

  it.each([
    'Mozilla/5.0',
    'Mozilla/5.0 (compatible)',
    'Mozilla/5.0 (Windows NT 10.0; Win64',
    platform,
    `${platform} AppleWebKit/537.36`,
    `${platform} AppleWebKit/537.36 `,
    `${platform} AppleWebKit/537.36 (KHTML`,
    `${platform} AppleWebKit/537.36 (KHTML, like`,
    `${platform} AppleWebKit/537.36 (KHTML, like Gecko)`,
    'Mozilla/5.0 (Linux; Android 10; SM-G981B) AppleWebKit/537.36 (KHTML',
    String.raw`${platform} AppleWebKit/537.36 (KHTML\, like Gecko) Chrome/120.0.0.0 Safari/537.36`,
    `${platform} AppleWebKit/537.36 (KHTML%2C like Gecko) Chrome/120.0.0.0 Safari/537.36`,
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/126.0.0.0 Safari/537.36',
  ])('%s', (userAgent) => expect(who(userAgent)).toBe('Disguised browser'));

  it.each([
    WINDOWS_CHROME,
    `${platform.slice(0, -1)}; rv:133.0) Gecko/20100101 Firefox/133.0`,
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; WOW64; Trident/6.0)',
    'Mozilla/5.0 (Windows NT 6.1; Trident/7.0; rv:11.0) like Gecko',
    'Mozilla/5.0 (PlayStation 4 1.52) AppleWebKit/536.26 (KHTML, like Gecko)',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Mozilla/5.0 (Linux; Android 6.0; iQEL41) AppleWebKit/537.36',
    'Mozilla/5.0 (Linux; Android 5.1; iQ1808 Build/LMY47I)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/535.8 (KHTML like Gecko) Beamrise/17.2.0.9 Chrome/17.0.939.0 Safari/535.8',
  ])('is not: %s', (userAgent) => expect(who(userAgent)).toBe('human'));

  it('is no name for a bot that owns up', () => {
    expect(
      who('Mozilla/5.0 (Windows NT 6.3;compatible; Unheardbot/1.0; +http://www.example.com)'),
    ).toBe('Unidentified bot');
  });
});

describe('bots that no table names', () => {
  it.each([
    'UnheardScannerBot/1.1',
    'Mozilla/5.0 (compatible; unheard-crawler/1.0)',
    'unheard',
    'Unheard/2.1 (+https://example.com)',
    'Nokia6820/2.0 (4.83) Profile/MIDP-1.0 (compatible; Unheardbot-Mobile/2.1; +http://example.com/bot)',
    'Mozilla/5.0 (EnvHunter/1.0)',
    'ünïcode-агент/1.0 日本',
    'агент',
    'Größenmesser 1.0 (intern)',
    '日本 クローラー/2.1',
    '\ufffd\ufffd\ufffd\ufffd/1.0',
    'Anonymous, Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/50.0.1 Safari/537.37',
  ])('%s', (userAgent) =>
    expect(classify(userAgent)).toMatchObject({
      kind: 'bot',
      bot: { id: 1, name: 'Unidentified bot', provider: 'Unknown', category: 'unidentified' },
    }),
  );
});

describe('a registry of another one', () => {
  it('may name what stands in a common browser', () => {
    const row = { ...CURL, tokens: ['Chrome/131'] };
    const classifier = createClassifier({ cacheSize: 1, registry: [row] });
    expect(classifier.classify(WINDOWS_CHROME)).toMatchObject({ kind: 'bot', bot: { id: row.id } });
    expect(classifier.classify(WINDOWS_CHROME.replace('131', '130')).kind).toBe('human');
  });
});

describe('reasons', () => {
  it('tells the layer that decided, and every layer before it', () => {
    expect(explain('GPTBot/1.2').steps).toEqual([
      { layer: 'empty agent', reason: null },
      { layer: 'attack text', reason: null },
      { layer: 'named registry', reason: 'the name "GPTBot"' },
    ]);
    expect(explain('').steps).toEqual([{ layer: 'empty agent', reason: 'nothing, or a dash' }]);
    expect(explain('Unheardbot/1.1').steps.map((step) => step.layer)).toEqual([
      'empty agent',
      'attack text',
      'named registry',
      'app and phone guard',
      'bot pattern',
    ]);
    expect(explain('Mozilla/5.0').verdict.layer).toBe('malformed browser');
    expect(explain('?').verdict).toMatchObject({
      layer: 'human',
      reason: 'nothing that shows a bot',
    });
  });

  it('gives the verdict of classify', () => {
    for (const userAgent of [
      '',
      'GPTBot/1.2',
      WINDOWS_CHROME,
      'Mozilla/5.0',
      'Unheardbot/1.1',
      '?',
    ]) {
      expect(explain(userAgent).verdict).toEqual(classify(userAgent));
    }
  });
});

describe('a signature agent', () => {
  const judged = (userAgent: string, host: string) => {
    const verdict = classify(userAgent, host);
    return verdict.kind === 'human' ? 'human' : verdict.bot.name;
  };

  it.each([
    // A plain browser is the bot that the host names.
    [WINDOWS_CHROME, 'chatgpt.com', 'ChatGPT agent'],
    [WINDOWS_CHROME, 'agent.bot.goog', 'Google-Agent'],
    [WINDOWS_CHROME, 'you.com', 'YouBot'],
    [WINDOWS_CHROME, 'assistbot.duckduckgo.com', 'DuckAssistBot'],
    [WINDOWS_CHROME, 'api.manus.im', 'Manus-User'],
    [WINDOWS_CHROME, 'www.browserbase.com', 'Browserbase'],
    [WINDOWS_CHROME, 'crawler.exa.ai', 'ExaSearchBot'],
    // So is a tool, and what is known to be a bot but not which one.
    ['curl/8.0', 'chatgpt.com', 'ChatGPT agent'],
    [`${WINDOWS_CHROME} HeadlessChrome/125.0`, 'www.browserbase.com', 'Browserbase'],
    ['Unheardbot/1.1', 'chatgpt.com', 'ChatGPT agent'],
    ['Mozilla/5.0', 'chatgpt.com', 'ChatGPT agent'],
    ['', 'chatgpt.com', 'ChatGPT agent'],
    // A name of a bot is more exact, whether the two belong together or not.
    ['ChatGPT-User/1.0', 'chatgpt.com', 'ChatGPT-User'],
    ['Googlebot/2.1', 'chatgpt.com', 'Googlebot'],
    // A browser never names any host, but an unknown host says nothing else.
    [WINDOWS_CHROME, 'chatgpt.com.evil.example', 'Unidentified bot'],
    ['curl/8.0', 'evil.example', 'curl'],
    ['Googlebot/2.1', 'evil.example', 'Googlebot'],
    ['', 'evil.example', 'No user agent'],
    ['Mozilla/5.0', 'evil.example', 'Disguised browser'],
    [WINDOWS_CHROME, 'constructor', 'Unidentified bot'],
    [WINDOWS_CHROME, '', 'human'],
  ])('beside %j, %j: %s', (userAgent, host, name) => {
    expect(judged(userAgent, host)).toBe(name);
  });

  it('is asked last, and the layer with a reason decided', () => {
    expect(explain('GPTBot/1.2', 'chatgpt.com').steps).toEqual([
      { layer: 'empty agent', reason: null },
      { layer: 'attack text', reason: null },
      { layer: 'named registry', reason: 'the name "GPTBot"' },
      { layer: 'signature agent', reason: null },
    ]);
    expect(explain(WINDOWS_CHROME, 'chatgpt.com')).toMatchObject({
      verdict: { kind: 'ai_bot', layer: 'signature agent', bot: { provider: 'OpenAI' } },
      steps: [
        { layer: 'empty agent', reason: null },
        { layer: 'attack text', reason: null },
        { layer: 'named registry', reason: null },
        { layer: 'app and phone guard', reason: null },
        { layer: 'signature agent', reason: 'the signature agent chatgpt.com' },
      ],
    });
    expect(explain(WINDOWS_CHROME, 'evil.example').verdict.reason).toBe(
      'a signature agent, which no browser has',
    );
  });

  it('leaves no trace in the cache: the next visit with this user agent is a person', () => {
    const classifier = createClassifier({ cacheSize: 10 });
    const kinds = ['chatgpt.com', '', 'evil.example', undefined].map(
      (host) => classifier.classify(WINDOWS_CHROME, host).kind,
    );
    expect(kinds).toEqual(['ai_bot', 'human', 'bot', 'human']);
    expect(classifier.cacheStats()).toEqual({ hits: 3, misses: 1, size: 1 });
  });

  it('gets the same verdict with and without the cache, whatever the two are', () => {
    const classifier = createClassifier({ cacheSize: 50 });
    const agents = fc.constantFrom(WINDOWS_CHROME, '', 'curl/8.0', 'GPTBot/1.2', 'Unheardbot/1.1');
    const hosts = fc.oneof(fc.constantFrom('', 'chatgpt.com', '__proto__'), fc.domain());
    fc.assert(
      fc.property(fc.oneof(agents, fc.string()), hosts, (userAgent, host) => {
        const verdict = classify(userAgent, host);
        expect(classifier.classify(userAgent, host)).toEqual(verdict);
        expect(explain(userAgent, host).verdict).toEqual(verdict);
        // It may turn a person into a bot, and never a bot into a person.
        if (host === '') expect(verdict).toEqual(classify(userAgent));
        else expect(verdict.kind).not.toBe('human');
      }),
    );
  });
});

describe('people', () => {
  it.each([
    [WINDOWS_CHROME, 'Chrome', 'Windows', 'desktop'],
    [
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0',
      'Firefox',
      'Ubuntu',
      'desktop',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'Chrome',
      'Chromium OS',
      'desktop',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
      'Safari',
      'Mac OS',
      'desktop',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.2 Mobile/15E148 Safari/604.1',
      'Mobile Safari',
      'iOS',
      'mobile',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
      'Mobile Safari',
      'iOS',
      'tablet',
    ],
    [
      'Mozilla/5.0 (PlayStation 4 1.52) AppleWebKit/536.26 (KHTML, like Gecko)',
      'WebKit',
      'PlayStation',
      'console',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.58 Mobile Safari/537.36',
      'Chrome WebView',
      'Android',
      'mobile',
    ],
    [
      'Mozilla/5.0 (Linux; Android 12; Lenovo TB-J606F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/101.0.4951.61 Safari/537.36',
      'Chrome',
      'Android',
      'tablet',
    ],
    [
      'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; WOW64; Trident/6.0)',
      'IE',
      'Windows',
      'desktop',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
      'Edge',
      'Windows',
      'desktop',
    ],
    ['VLC/3.0.16 LibVLC/3.0.16', null, null, null],
  ])('%s', (userAgent, browser, os, device) =>
    expect(classify(userAgent)).toMatchObject({ kind: 'human', client: { browser, os, device } }),
  );
});

describe('any user agent at all', () => {
  const fragments = fc.constantFrom(
    'Mozilla/5.0 (',
    'Linux; Android 9; ',
    'GPTBot',
    ' like ',
    'bot',
    ')',
    '(KHTML',
    '-',
    ';',
    'curl/',
    ' ',
  );
  const userAgents = fc.oneof(
    fc.string({ maxLength: 2000 }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(fc.oneof(fragments, fc.string({ maxLength: 8 })), { maxLength: 40 })
      .map((all) => all.join('')),
  );

  it('gets a verdict, always the same one, with and without the cache', () => {
    const classifier = createClassifier({ cacheSize: 50 });
    fc.assert(
      fc.property(userAgents, (userAgent) => {
        const verdict = classify(userAgent);
        expect(['human', 'bot', 'ai_bot']).toContain(verdict.kind);
        expect(classify(userAgent)).toEqual(verdict);
        expect(classifier.classify(userAgent)).toEqual(verdict);
        expect(classifier.classify(userAgent)).toEqual(verdict);
      }),
      { numRuns: 500 },
    );
  });

  it('is cut before it is judged', () => {
    const room = 'x'.repeat(MAX_USER_AGENT_LENGTH - ' GPTBot'.length);
    expect(who(`${room} GPTBot`)).toBe('GPTBot');
    expect(who(`x${room} GPTBot`)).not.toBe('GPTBot');
    expect(classify(`GPTBot ${' '.repeat(5_000_000)}`).kind).toBe('ai_bot');
  });
});

describe('classifier', () => {
  it('counts hits and misses', () => {
    const classifier = createClassifier({ cacheSize: 10 });
    expect(classifier.cacheStats()).toEqual({ hits: 0, misses: 0, size: 0 });
    classifier.classify('GPTBot/1.2');
    classifier.classify('GPTBot/1.2');
    classifier.classify('curl/8.0');
    expect(classifier.cacheStats()).toEqual({ hits: 1, misses: 2, size: 2 });
  });

  it('also remembers the empty user agent', () => {
    const classifier = createClassifier({ cacheSize: 10 });
    classifier.classify('');
    classifier.classify('');
    expect(classifier.cacheStats()).toEqual({ hits: 1, misses: 1, size: 1 });
  });

  it('holds at most `cacheSize` user agents, and forgets the least recently used', () => {
    const classifier = createClassifier({ cacheSize: 2 });
    for (const userAgent of ['a', 'b', 'a', 'c', 'a', 'b']) classifier.classify(userAgent);
    expect(classifier.cacheStats()).toEqual({ hits: 2, misses: 4, size: 2 });
  });

  it('remembers a long user agent once, whatever follows the part that is read', () => {
    const classifier = createClassifier({ cacheSize: 10 });
    const long = 'x'.repeat(1024);
    classifier.classify(`${long}1`);
    classifier.classify(`${long}2`);
    expect(classifier.cacheStats()).toEqual({ hits: 1, misses: 1, size: 1 });
  });

  it('knows the rows that it is made with, and no others', () => {
    const row: RegisteredBot = {
      id: 100_000,
      slug: 'house-crawler',
      name: 'House crawler',
      provider: 'Example',
      category: 'ai_search',
      documentation: null,
      tokens: ['HouseCrawler'],
      signatureAgents: ['crawler.example'],
      examples: ['HouseCrawler/1.0'],
    };
    const own = createClassifier({ cacheSize: 10, registry: [row] });
    expect(own.classify('HouseCrawler/1.0')).toMatchObject({ kind: 'ai_bot', bot: { id: row.id } });
    expect(own.classify(WINDOWS_CHROME, 'crawler.example')).toMatchObject({ bot: { id: row.id } });
    expect(own.explain('HouseCrawler/1.0').steps.at(-1)).toEqual({
      layer: 'named registry',
      reason: 'the name "HouseCrawler"',
    });
    expect(own.classify('GPTBot/1.2')).toMatchObject({ bot: { name: 'Unidentified bot' } });
    const released = createClassifier({ cacheSize: 10 });
    expect(released.classify('HouseCrawler/1.0')).toMatchObject({
      bot: { name: 'Unidentified bot' },
    });
    expect(released.classify('GPTBot/1.2')).toMatchObject({ bot: { name: 'GPTBot' } });
  });

  it('hands out verdicts that nobody can change', () => {
    const verdict = createClassifier({ cacheSize: 1 }).classify('GPTBot/1.2');
    expect(Object.isFrozen(verdict)).toBe(true);
  });
});
