import { TOOL_SIGN } from '../human/app-signs.js';
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
      /(?<!cu)bots?(?:\b|_)|crawl|spider|scrap(?:e|ing|y)|harvest|robot(?!ics)|(?<!cam)scann(?:er|ing)|\bscan\b|fetcher|\bprobe\b|\bprober\b|uptime|healthcheck|health[- ]check|sitemap|\bindexer\b|link[- ]?check|\bseo\b|vulnerab|\bsurvey\b|\bresearch\b|\bexploit|\bpentest|\bhunter\b|\bseeker\b/i,
  },
  {
    reason: 'a library or a service',
    pattern:
      /\bjava\/\d|\bjava(?:soft)?\b(?!;|fx|script)|(?<!QQ)download(?:er|ing)\b|proxy(?!less)|\bcurl\b|\blib\w*http|\bhttp[-_]?client|\bwebhooks?\b|\bserver\/|\bserverless\b|\blambda\b|(?<!^user-)agent\b|^(?!Mozilla).*http|\bcloudfront\b/i,
  },
  TOOL_SIGN,
  {
    reason: 'a Google service that is no product for people',
    pattern:
      /\bGoogle-(?!Chrome\b|Android\b|iOS\b|TR\b)[A-Z]\w+|\bGoogle\w*(?:Proxy|Service|Fetcher)\b/,
  },
  {
    reason: 'a platform that names another program than a browser',
    pattern:
      /[(;] ?compatible[;,] ?(?!MSIE|Konqueror|Linux|Windows|Win|Mac|X11|U;|Dillo|Netgem|NetBox|Powermarks|HP Web PrintSmart|GoogleToolbar|ICS\)|Amiga|Arachne|AWeb|BeOS|BSD|FreeBSD|NetBSD|OpenBSD|OS\/2|SunOS|HP-UX|AIX|IRIX|OpenVMS|Unix|UNIX|Haiku|Symbian|Series|EPOC|MIDP|UP\.|Nintendo|Nitro|PlayStation|PLAYSTATION|PSP|Sega|SEGA|Xbox|OpenTV|Liberate|MSTV|Spyglass|Xiino|Palm|EudoraWeb|Oregano|Fresco|Cyberdog|HotJava|Mosaic|NCSA|Lynx|Links|ELinks|w3m|K-Meleon|Camino|Chimera|Sleipnir|Maxthon|Avant|Crazy|MyIE|NetCaptor|Web[Pp]ositive|Origyn|RISC|Polaris|Teleca|Obigo|DreamPassport|PlanetWeb|AvantGo|Galeon|Voyager|Charon|Safari|Android|iP(?:hone|ad|od)|BlackBerry|Nokia|SAMSUNG|LG|Lotus|ms-office|iCab|OmniWeb|Odyssey|x86 Haiku|ANTFresco|Acorn|DPlus|snom\d|Mozilla\/[45]\.0 \(compatible; MSIE|FW \d|ABrowse|IBrowse|NetPositive|Netscape|AOL|Opera|OffByOne|Embedded|Adobe|NCBrowser|PalmOS|WebTV|HCI|IE|Elaine|Blazer|NetFront|[\d;)])[A-Za-z][\w.-]+|^Mozilla\/\d\.\d \((?!compatible\b|Windows\b|Linux\b|X11\b|Mac|iP|Android|DreamPassport|Planetweb|Nintendo|PlayStation|PLAYSTATION|PSP|PS\d|Sega|SEGA|Xbox|Symbian|BlackBerry|BeOS|Amiga|OS\/2|Danger|DreamKey|AveFront|Win(?:3|9|NT)|Tizen|SMART-TV)[A-Za-z][\w.-]*(?:\/[\d.]+)?\)$|^[^,(]*, ?Mozilla\//i,
  },
  {
    reason: 'the comment of the browser engine, with something added',
    pattern: /\(KHTML, like Gecko[;,] (?!Safari)[^)]+\)/i,
  },
  {
    reason: 'a product in a place where browsers on Linux have none',
    pattern:
      /^Mozilla\/5\.0 \(X11; Linux[^()]*\) (?:[A-Z][\w.-]*\/[\d.]+ AppleWebKit\/|AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) (?:\w+ Version\/|[a-z]\w* Chrome\/|(?:Version\/[\d.]+ )?(?:Chrome\/[\d.]+ )?Safari\/[\d.]+[;,]? ?(?!UOS$|[A-Za-z]*[Bb]rowser$)[A-Za-z_-]+$))/,
  },
  {
    reason: 'a program in the place of a telephone',
    pattern:
      /^Mozilla\/5\.0 \(Linux; Android [^()]*; ?(?!Build\/|CTC\/)[A-Za-z][\w-]*\/\d+\.\d[\w.]*\)/,
  },
  {
    // Qt writes this where it has no screen; players and televisions have other processors.
    reason: 'a browser without a screen',
    pattern: /^Mozilla\/5\.0 \(Unknown; Linux (?:x86_64|i686)\) AppleWebKit\//,
  },
  { reason: 'a pattern of isbot', pattern: ISBOT_PATTERN },
  {
    reason: 'a product and nothing about a device',
    pattern:
      /^(?!Mozilla\/|Opera\/|(?:Google |Microsoft )?(?:Chrome|Firefox|Safari|Edge|Internet Explorer|MSIE|Mozilla)(?:[/ ][\d.]*)?$)[\w.:%-]+(?: [\w.:%-]+){0,5}(?:\/[\w.-]*)?(?: ?\([\w@.]*\))?(?:,.*)?$/,
  },
  {
    // A person's app says on which system or device it runs, or in which language. Servers have
    // Linux, so Linux alone says nothing of a person.
    reason: 'a product whose comment names neither the system nor the device of a person',
    pattern:
      /^(?!Mozilla|Opera|Monazilla)(?:[\w.+:&'-]+ ){0,3}[\w.+:&'-]+\/v?\d[\w.+-]*(?: [\w.+-]+\/[\w.+-]+){0,4} ?\((?!\)|(?=[^()]*linux)[^();]*;|[^()]*(?:\b(?:x11|unix|ubuntu|\w*bsd|sunos|solaris|windows|winnt|win\d+|mac|macos|macintosh|macbook\w*|imac|darwin|amiga\w*|beos|haiku|risc|vms|openvms|motif|textmode|android|ios|iphone\w*|ipad\w*|phone|mobile|desktop|tablet|tv|j2me|midp|palm\w*|symbian\w*|nintendo|playstation|xbox|scale|build|locale|lang|model|device|screen|skype)\b|os\/2|[a-z]{2}[-_][A-Z]{2}\b|; ?[a-z]{2}(?:-[a-z]{2})?(?:;|\))|[a-z]-*\d{3}|\dx\d))[^()]*\)(?: [\w.+-]+(?:\/[\w.+-]+)?){0,4}$/i,
  },
  {
    // Headers are ASCII. Browsers keep to that, except in the model of a device, which stands
    // behind `Mozilla/`. Apps that people use have a name in any script, and the guard finds them
    // by their system.
    reason: 'a name in letters that are not ASCII, and nothing about a device',
    pattern: /^(?!(?:[Mm]ozilla|Opera) ?\/).*(?=\P{ASCII})[\p{L}\uFFFD]/u,
  },
];
