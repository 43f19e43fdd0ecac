import type { Sign } from '../layer.js';
import { ISBOT_PATTERN } from './isbot-patterns.js';

/**
 * Signs of bots that no table names. They are checked after the guard for apps and telephones, so a
 * rule may be broad where only programs without a person remain.
 */
export const BOT_SIGNS: readonly Sign[] = [
  {
    reason: 'an address of its operator',
    pattern:
      /https?:|\bwww\.\w|\w@[\w-]+\.(?:[\w-]+\.)*[a-z]{2}|\b(?:at|dot) \w+ (?:dot|com)\b|\w\[at\]\w|\w\(at\)\w/i,
  },
  {
    reason: 'a word that only bots use for themselves',
    pattern:
      /(?<!cu)bots?(?:\b|_)|crawl|spider|scrap(?:e|ing|y)|harvest|robot|(?<!cam)scann(?:er|ing)|\bscan\b|fetcher|\bprobe\b|\bprober\b|uptime|healthcheck|health[- ]check|sitemap|\bindexer\b|link[- ]?check|\bseo\b|vulnerab|\bsurvey\b|\bresearch\b|\bexploit|\bpentest|\bhunter\b|\bseeker\b/i,
  },
  {
    reason: 'a library or a service',
    pattern:
      /\bjava\/\d|\bjava(?:soft)?\b(?!;|fx|script)|(?<!QQ)download(?:er|ing)\b|proxy(?!less)|\bcurl\b|\blib\w*http|\bhttp[-_]?client|\bwebhooks?\b|\bserver\/|\bserverless\b|\blambda\b|(?<!^user-)agent\b|^(?!Mozilla).*http|\bcloudfront\b/i,
  },
  {
    reason: 'a Google service that is no product for people',
    pattern: /\bGoogle-(?!Chrome\b|Android\b|iOS\b)[A-Z]\w+|\bGoogle\w*(?:Proxy|Service|Fetcher)\b/,
  },
  {
    reason: 'a platform that names another program than a browser',
    pattern:
      /[(;] ?compatible[;,] ?(?!MSIE|Konqueror|Linux|Windows|Win|Mac|X11|U;|Origyn|RISC|Polaris|Teleca|Obigo|DreamPassport|PlanetWeb|AvantGo|Galeon|Voyager|Charon|Safari|Android|iP(?:hone|ad|od)|BlackBerry|Nokia|SAMSUNG|LG|Lotus|ms-office|iCab|OmniWeb|ABrowse|IBrowse|NetPositive|Netscape|AOL|Opera|OffByOne|Embedded|Adobe|NCBrowser|PalmOS|WebTV|HCI|IE|Elaine|Blazer|NetFront|[\d;)])[A-Za-z][\w.-]+|^Mozilla\/\d\.\d \((?!compatible\b|Windows\b|Linux\b|X11\b|Mac|iP|Android)[A-Za-z][\w.-]*(?:\/[\d.]+)?\)$|^[^,(]*, ?Mozilla\//i,
  },
  {
    reason: 'the comment of the browser engine, with something added',
    pattern: /\(KHTML, like Gecko[;,] (?!Safari)[^)]+\)/i,
  },
  {
    reason: 'a product in a place where browsers on Linux have none',
    pattern:
      /^Mozilla\/5\.0 \(X11; Linux[^()]*\) (?:[A-Z][\w.-]*\/[\d.]+ AppleWebKit\/|AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (?:\w+ (?:Version|Chrome)\/|(?:Version\/[\d.]+ )?(?:Chrome\/[\d.]+ )?Safari\/[\d.]+[;,]? ?[A-Za-z_-]+$))/,
  },
  { reason: 'a pattern of isbot', pattern: ISBOT_PATTERN },
  {
    reason: 'a product and nothing about a device',
    pattern:
      /^(?!Mozilla\/|Opera\/|(?:Google |Microsoft )?(?:Chrome|Firefox|Safari|Edge|Internet Explorer|MSIE|Mozilla)(?:[/ ][\d.]*)?$)[\w.:%-]+(?: [\w.:%-]+){0,5}(?:\/[\w.-]*)?(?: ?\([\w@.]*\))?(?:,.*)?$/,
  },
  {
    // Headers are ASCII. Browsers keep to that, except in the model of a device, which stands
    // behind `Mozilla/`. Apps that people use have a name in any script, and the guard finds them
    // by their system.
    reason: 'a name in letters that are not ASCII, and nothing about a device',
    pattern: /^(?!(?:[Mm]ozilla|Opera) ?\/).*(?=\P{ASCII})[\p{L}\uFFFD]/u,
  },
];
