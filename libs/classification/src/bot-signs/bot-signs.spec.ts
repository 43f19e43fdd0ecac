import { checkRows } from '@app/testing';
import { classify } from '../classify.js';

const PHONE = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';
const TOOL = 'a product whose comment names neither the system nor the device of a person';
const IN_PLACE_OF_PHONE = 'a program in the place of a telephone';

function checkHuman(userAgents: readonly string[]): Promise<void> {
  return checkRows(
    userAgents,
    (userAgent) => expect(classify(userAgent).kind).toBe('human'),
    (userAgent) => userAgent,
  );
}

function checkBots(rows: readonly (readonly [reason: string, userAgent: string])[]): Promise<void> {
  return checkRows(
    rows,
    ([reason, userAgent]) =>
      expect(classify(userAgent)).toMatchObject({ kind: 'bot', layer: 'bot pattern', reason }),
    ([, userAgent]) => userAgent,
  );
}

describe('a product with a version and a comment', () => {
  it('is a tool when the comment names neither the system nor the device of a person', () =>
    checkBots(
      [
        'Zorglub/2.1 (pipeline; contact ops)',
        'Zorglub/1.2 (Linux x86_64)',
        'Zorglub/1.2.3 (linux-gnu)',
        'Zorglub/2.1 (prod; main) Fnord/3',
        'Some Zorglub/0.9 (by hand, third row)',
      ].map((userAgent) => [TOOL, userAgent]),
    ));

  it('is an app when the comment names a system, a device, an interface or a language', () =>
    checkHuman([
      'Zorglub/5.2 (iOS 17)',
      'Zorglub/5.2 (Windows NT 10.0; x64)',
      'Zorglub/5.2 (X11; Linux x86_64)',
      'Zorglub/5.2 (SM-G960F; r2)',
      'Zorglub/5.2 (API 33; r2)',
      'Zorglub/5.2 (en_US; r2)',
      'Zorglub/5.2 (Motif; OpenVMS V7.3)',
      'Monazilla/1.00 (Zorglub/1501150412)',
    ]));
});

describe('a tool of the command line', () => {
  it('is none of a person, whatever system it names', () =>
    checkBots(
      [
        'zorglub_cli/0.52.0 (Mac OS 15.6.1; arm64) iTerm.app/3.5.14',
        'zorglub-tui/1.4.0 (Windows 10.0.26100; x86_64) WindowsTerminal',
        'ZorglubCLI/0.4.1 (darwin; arm64)',
        'Zorglub/2.11.0 (win32; x64)',
        'Zorglub/3.1.0 (Windows 11; Node.js v20.10.0)',
        'Zorglub/2.2 (Windows NT 10.0; PowerShell 7.4)',
        'Zorglub/JS 0.24.0',
      ].map((userAgent) => ['a tool of the command line, or a library', userAgent]),
    ));

  it('is no app with the same words in other places', () =>
    checkHuman([
      'Zorglub/3.1.0 (Mac OS X 14.2; arm64)',
      'Clipper/3.1.0 (Windows 10; x86_64)',
      'Zorglub/4.0 (Android 14; SDK 34)',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Zorglub/1.2.3 (darwin; arm64) Chrome/120.0.6099.291 Electron/28.3.3 Safari/537.36',
    ]));
});

describe('the place of the device in Android', () => {
  it('has a bot or a program where no telephone is', () =>
    checkBots([
      [
        IN_PLACE_OF_PHONE,
        `Mozilla/5.0 (Linux; Android 13; Pixel 7 Build/TQ1A; Zorglub/2.1) ${PHONE}`,
      ],
      [IN_PLACE_OF_PHONE, `Mozilla/5.0 (Linux; Android 13; Zorglub/2.1) ${PHONE}`],
      [
        'a word that only bots use for themselves',
        `Mozilla/5.0 (Linux; Android 13; ZorglubCrawler) ${PHONE}`,
      ],
      [
        'a word that only bots use for themselves',
        `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P; zorgbot/1.0) ${PHONE}`,
      ],
    ]));

  it('has telephones with odd names', () =>
    checkHuman([
      `Mozilla/5.0 (Linux; Android 6.0; POWER BOT Build/MRA58K) ${PHONE}`,
      `Mozilla/5.0 (Linux; Android 9; CUBOT) ${PHONE}`,
      `Mozilla/5.0 (Linux; Android 9; M bot 60) ${PHONE}`,
      'Mozilla/5.0 (Linux; U; Android 4.4.2; fr-ch; HTC_One_mini/3.10.161.6 Build/KOT49H) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
      'Mozilla/5.0 (Linux; U; Android 4.1.1; zh-cn; HW-HUAWEI_C8813/C8813V100R001C92B169; 480*854; CTC/2.0) AppleWebKit/534.30 (KHTML, like Gecko) Mobile Safari/534.30',
    ]));
});

describe('the words of apps', () => {
  it('say less than what shows a bot beside them', () =>
    checkBots([
      ['an address of its operator', 'Podindexer/1.0 (https://podindexer.example/about)'],
      ['an address of its operator', 'Radio Watcher/1.2 (radio@example.com)'],
      ['an address of its operator', 'Link Updater/1.0 (https://linkup.example/info)'],
      ['a word that only bots use for themselves', 'Podcast Survey/1.0'],
      ['a word that only bots use for themselves', 'MusicHarvester/2.0'],
    ]));

  it('win where nothing shows a bot: an app may name its host or its repository', () =>
    checkHuman([
      'Zorgpod/1.0 (https://zorgpod.example)',
      'Zorg Radio/1.0 (www.zorg.example)',
      'Zorg Browser (http://github.com/zorg/browser)',
      'Zorglub/2.6.0.13147 (retail)',
      'Zorglub/11.0.0-SNAPSHOT.20220625052932',
    ]));

  it('are no words of servers', () =>
    checkBots(
      ['ZorglubRuntime/7.28.4', 'ZorgUnit/3.2.2', 'ZorgClient/2.1.0', 'ZorgMon/5.2.0'].map(
        (userAgent) => ['a product and nothing about a device', userAgent],
      ),
    ));
});

describe('the platform of Internet Explorer', () => {
  it('may have the names of add-ons, shops and companies in it', () =>
    checkHuman([
      'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1; http://www.example.com)',
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; IT department www.example.com; .NET CLR 2.0.50727)',
      'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.0; helpdesk@example.com)',
      'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; Zorg Browser [zorg.example.com]; QXW03416)',
      'Mozilla/4.0 (compatible; MSIE 5.5; Windows 98; Example Library; power tools)',
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 5.1; .NET CLR 1.1.4322) FirePHP/0.2',
    ]));

  it('may have a bot in it, which says so or has a page', () =>
    checkBots([
      [
        'an address of its operator',
        'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; +http://www.example.com)',
      ],
      [
        'an address of its operator',
        'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; http://www.example.com/info.html)',
      ],
      [
        'a word that only bots use for themselves',
        'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.0; Zorgbot 1.0)',
      ],
    ]));
});

describe('a browser that is compatible with Mozilla', () => {
  it('is that of an old system, a console or a telephone', () =>
    checkHuman([
      'Mozilla/4.0 (compatible; Dillo 2.2)',
      'Mozilla/4.0 (compatible; Netgem/3.6.7; netbox; Linux 2.2)',
      'Mozilla/4.0 (compatible; AWeb 3.4; AmigaOS)',
      'Mozilla/3.0 (DreamPassport/3.0)',
      'Mozilla/4.0 (PSP (PlayStation Portable); 2.00)',
      'R380 2.0 WAP1.1',
      'Kyocera-KX2',
    ]));

  it('is a bot otherwise, and so is a browser without a screen', () =>
    checkBots([
      [
        'a platform that names another program than a browser',
        'Mozilla/4.0 (compatible; Zorglub 2.2)',
      ],
      [
        'a Google service that is no product for people; it says that it is of Google',
        'Google-Zorglub',
      ],
      [
        'the comment of the browser engine, with something added',
        'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko; Zorglub) Safari/537.36',
      ],
      [
        'a product in a place where browsers on Linux have none',
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Safari/537.36 zorglub',
      ],
      [
        'a browser without a screen',
        'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) Zorg/1.2',
      ],
    ]));
});
