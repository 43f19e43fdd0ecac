import type { Sign } from '../layer.js';
import { quickTest } from '../patterns/quick-pattern.js';

/**
 * Matches what a person's program never contains: words that bots use for themselves, libraries, a
 * second browser.
 */
const ofABot = quickTest(
  /^(?:Mozilla(?:\/|\\|%2F)|https?:)|^(?:\\?["'`]|User-Agent:? ?)+Mozilla|, ?Mozilla\/|^[^()]{1,60}[:=|] ?["']?Mozilla\/| Mozilla\/5\.0 \((?:Macintosh|Windows|X11)|(?<!cu)bot\b|bots\b|crawl|spider|scrap|parser|fetch|scann|monitor|preview|validat|checker|analy[sz]er|^python|^perl|^ruby|^php|^java\/|^node|libwww|^curl|^go[ -]|\bsync\b|\brss\b|\bfeed/i,
);

/**
 * Tells whether a user agent can be the name of an app at all. It is checked before `APP_SIGNS`.
 */
export function mayBeApp(userAgent: string): boolean {
  return !userAgent.startsWith('Mozilla/') && !ofABot(userAgent);
}

/**
 * Matches a bot that says so, whatever else its user agent pretends: `Nokia6820/2.0 (…)
 * (compatible; Googlebot-Mobile/2.1; +http…)`. A bare word is not enough, because some telephones
 * are called "M bot".
 */
export const isDeclaredBot = quickTest(
  /\+https?:|https?:\/\/[^\s)]*bot|(?<!cu)bots?\/\d|crawler|spider|^[\w.-]{1,60}\.\w{2,10}\/[^\s/]{0,60} Mozilla\//i,
);

/**
 * Programs that a person uses although they are not browsers. Patterns of bots would match them,
 * because they hardly look like browsers. Only signs that the platform or the program itself writes
 * are listed. A name in the registry has already won before this layer is asked.
 */
export const PLATFORM_SIGNS: readonly Sign[] = [
  {
    reason: 'a web view of Android, which shows a page inside an app',
    pattern:
      /Mozilla\/5\.0 \(Linux; (?:U; )?Android (?![^()]*(?:https?:|compatible))[^()]*; wv\)(?!.*(?:(?<!cu)bot\b|https?:|crawl|spider))/i,
  },
  {
    reason: 'an app that shows pages inside itself, or a browser of a telephone',
    pattern:
      /\bFB(?:AN|AV)\/|\bInstagram \d|\bMicroMessenger\/|\bLine\/\d|\bSogou(?:MSE|MobileBrowser|Search Android)|^dv\(.*\bUCBrowser\/|\bUCBrowser\/\d|^UCWEB|\bMQQBrowser\/\d|\bBytedanceWebview|\bmusical_ly|\bSnapchat\/\d|\bTwitter for i|\bPinterest\/\w|\bGSA\/\d|\bKAKAOTALK\b|\bNAVER\(|\bWhatsApp\/[\d.]+ (?:i|W|A)?[ /;)]|\bGmmClient\b|\bcom\.google\.\w+\/\d|\bAppleNews\/\d|\bWebViewApp\b|\bTwonkyBeamBrowser\/|\bROBLOX\b|\bGoogleWv\//i,
  },
  {
    reason: 'a program of the desktop with a browser inside',
    pattern:
      /\bElectron\/\d|\bGoogle ?Earth\b|\bJavaFX\/|\bQQDownload\b|\bQtWeb Internet Browser\/|\bMiro\/\d|\bchromeframe\b/,
  },
  {
    reason: "a browser of a person who reads through Google's translator",
    pattern: /^(?:Mozilla|Opera|NCSA_Mosaic|Lynx|w3m)\/.*\(via translate\.google\.com\)$/,
  },
  {
    reason: 'Opera with its own engine',
    pattern:
      /^Opera\/9\.80 \((?![^()]*(?:compatible|https?:|[Bb]ot\b))[^()]*\) Presto\/[\d.]+ Version\/[\d.]+$/,
  },
  {
    reason: 'a television',
    pattern:
      /\b(?:HbbTV|CE-HTML|NETTV|SmartHub|SMART-TV|SmartTV|GoogleTV|VIDAA|RokuOS|Roku\w*\/DVP|Hybridcast|AppleTV|Apple TV|BRAVIA|Opera TV|GoogleFiber|Google Fiber|CrKey|DTV|Web0S|NetCast|Maple \d\.\d\.\d|YouView|Freebox)\b|^(?:Amazon|sony_tv);[^;]*;[0-9a-f]{32};|^smarttv_|\bAFT[A-Z]\w*\b/i,
  },
  {
    reason: 'a telephone from before Android',
    pattern:
      /\b(?:MIDP|CLDC)-?[12]|\bMAUI[ /]|\bWAP[ _-]?Browser|\bWAP ?[12]\.\d|^Wap[A-Z]|\bReqwireless|\bbada\/|\bBREW\b|\bUP\.(?:Browser|Link)\b|\bObigo|\bTeleca\b|\bNetFront\b|\bOpenWave\b|\bMMP\/\d|\bSeries ?[3-9]0\b|\bSymbian|\bPalm(?:OS|Source)\b|\bwebOS\/|\bWindows CE\b|\bMaemo\b|\bMeeGo\b|\bJ2ME\b|\bCellPhone\b|\bDolfin\/|\bSLP Browser\/|\bUNTRUSTED(?:\/1\.0|10 )|\bPPC[- ]\d{3}|\bRIM\d{3}\b|\bSyncML|\bPsion\b|^MobileExplorer\/|\bEPOC32\b|\bWinCE\b|\bIEMobile[/ ]\d/i,
  },
  {
    reason: 'the maker and model of a telephone',
    // The case is as makers write it, and no letter may follow: Sharp is a maker, Sharpener is not.
    pattern:
      /^(?!Mozilla\/|.*(?:https?:|[Bb]ot\b|[Cc]rawl|[Ss]pider))(?:Nokia|SonyEricsson|SAMSUNG|SEC-|SCH-|SGH-|SPH-|LG[EG]?[-_/ ]|MOT(?:OROLA)?[-_ ]|SIE-|BlackBerry|DoCoMo\/|KDDI-|J-PHONE|SoftBank\/|Vodafone|ALCATEL|HTC(?:[-_ ]|(?=[A-Z][a-z]))|Kyocera|Handspring|Novarra|Vitelcom|TSM-?\d|Neonode|Telme|Curitel|Bleu|Soutec|Capitel|CECT|Eastcom|Panda[-_ ]|ZTE[-_ ]|HUAWEI[-_ ]|PHILIPS|Panasonic|SAGEM|PANTECH|SHARP[-_ ]|SANYO|KYOCERA|KWC-|NEC-|Ericsson|Haier|BenQ|BIRD|TIANYU|K-Touch|LENOVO|Micromax|Karbonn|LAVA|Spice|INTEX|Fly[-_ ]|Amoi|portalmmm|QC-|Opera Mini\/|Sendo|Telit|Toshiba|Mitsu|Xiaomi|vivo|OPPO|TECNO|Infinix|itel|GIONEE|GiONEE|uniscope|Coolpad|TCL[-_ ]|Meizu|AUDIOVOX|Audiovox|CDM-|Casio|Compal|Dopod|dopod|Hisense|Konka|i-mate|iPAQ|Maxon|MAXON|NewGen|Palm[\d-]|PG-|POSTEL|Qtek|SKY[-_ ]|Telital|Trium|UTStar|Vertu|VERTU|VK[-\d]|WONU|XDA|Xda|YAS|Lephone|lephone|Symphony|Walton|MAXX|Videocon|Celkon|iBall|Zen[-_ ]|Wiko|Alcatel|Acer|ASUS|Asus|Lumia|OnePlus|REALME|realme|Redmi|POCO|HONOR|Honor|Pixel[ /_]|Jolla|Doro|Siemens|Sharp|NOKIA|Motorola|[Mm]ot-|MOTO)(?![a-z])/,
  },
  {
    // In any case, and with or without what joins them: LGU8110, htc touch diamond p3700. A digit
    // near the maker is one of the model. Short names of makers begin other words, too, so these need
    // a separator. No library says that it is a Samsung.
    reason: 'the maker and number of a telephone',
    pattern:
      /^(?:(?:lg[eg]?|samsung|htc|nokia|sony(?:ericsson)?|huawei|lenovo|amoi|haier|philips|motorola|blackberry|(?:sec|sie|mot|acer|sharp|asus|zte|vivo|oppo|sagem|sanyo|nec|tcl|alcatel|panasonic|siemens|toshiba|xiaomi|pantech|micromax|karbonn|gt|sm|shv|shw)[-_ ])[-_ /]?(?:[a-z]{2,12}[-_ ]){0,2}[a-z]{0,5}\d|samsung|sonyericsson|sony xperia|htc[-_ ])(?<!bot\d?)(?!.*(?:https?:|bot\b|crawl|spider|compatible))/i,
  },
  {
    reason: 'the model of a telephone, with its firmware or alone',
    pattern:
      /^[A-Z]{2,6}-[A-Z]{0,3}\d{2,4}[A-Za-z]?$|^(?!Mozilla\/|.*(?:https?:|bot\b|crawl|spider))[A-Z][A-Za-z]{1,14}[-_ ]?[A-Z]{0,3}\d{2,4}[A-Za-z]{0,2}\/[A-Z\d][\w.]{2,}(?:$| (?:Browser|UP\.|Profile|SEMC|Obigo|NetFront|Openwave|Release|Mozilla))/,
  },
  {
    reason: 'a device of Apple, by its model',
    pattern:
      /^(?:Apple-)?(?:iPhone|iPad|iPod(?:Touch)?|Watch)\d|^(?:Apple-)?(?:iPhone|iPad|iPod)(?:[ /(;]|OS)|^server-bag \[|\bwatchOS\/\d/,
  },
  {
    reason: 'an e-reader or a wearable',
    pattern: /\bKindle\/\d|\bKobo\b|\bNOOK\b|\bPocketBook\b|^Garmin \w|\bVictorReader(?![A-Za-z])/,
  },
];

/**
 * Matches a program for developers: an agent of the command line, a library, a server. It may name a
 * system for people, but in the words of Node.js and Go (`darwin; arm64`), or beside its language or
 * the terminal in which it runs. `U2FsdGVkX1` begins every text that OpenSSL encrypted.
 */
export const TOOL_SIGN: Sign = {
  reason: 'a tool of the command line, or a library',
  pattern:
    /^(?!Mozilla)[\w.@-]{0,40}(?:[_-](?:cli|tui|rs|exec|sdk)(?=[_/ -])|CLI\/)|^(?!Mozilla|.*Electron).*(?<!\w)(?:darwin|win32|linux)[;/ ] ?(?:arm64|x64|amd64|ia32)\b|^(?!Mozilla|.*Electron).*(?:\b[Nn]ode(?:\.js)?[/ ]v?\d|\bnpm\/|\bPython\/\d|\bgo\/go\d|\biTerm\.|_Terminal\/|\bWindowsTerminal\b|\bPowerShell\b|\bracket\[|\bvscode\/)|^\w{1,40}\/(?:JS|Python|Ruby|Go|Java|PHP|Node)[ /]v?\d|^U2FsdGVkX1|^pip\/\d/,
};

/** The network stacks of apps. The text before them is the name of the app, whatever it is. */
export const NETWORK_STACK_SIGNS: readonly Sign[] = [
  {
    reason: "the network stack of Apple's apps",
    // One digit is enough: with all of them, a failing pattern would try every number of digits.
    pattern: /\bCFNetwork\/[\d.].*\bDarwin\//,
  },
  {
    reason: "the runtime of Android's apps",
    pattern:
      /^(?:[\w.-]+\/)?Dalvik\/[\d.]+ \(?Linux;|^(?!Mozilla)[\w.-]+\/[\w.-]+ ?\(Linux; U; Android /,
  },
];

/**
 * Matches the system on which an app says it runs. Such an app is a person's program, even if it
 * adds its address.
 */
export const SYSTEM_SIGN: Sign = {
  reason: 'an app that names a system for people',
  pattern:
    /android|iphone|ipad|[\W_\d]ios\b|\bios[/ ]|ios app|\b(?:tvos|watchos|ipados|visionos)\b|\bmac ?os(?: ?x)?\b|^mac[+_]os[+_]x\/|\bwindows (?:nt )?\d|\bwindows phone\b|; ?windows;|\(windows|\bwin(?:32|64)\b|\bplaystation|\bnintendo|\bxbox|\bkaios\b|\btizen\b|\broku\b|\bupnp\b|\bchromecast/i,
};

/**
 * Matches what only a bot says beside its name: a page about itself, a mail address, what it does. A
 * host alone proves nothing, because players and podcast apps also name theirs, or a repository.
 */
export const showsBot = quickTest(
  /https?:\/\/(?!git(?:hub|lab)\.)[^\s;,)][^\s;,)/]*\/[^\s;,)\w]*\w|downloader|importer|process(?:or|ing)\b|transcri(?:b|pt)|archiver|grabber|\bworker|pipeline|classifier|puller|catalog\b|backfill|-tester\b|-check\b|index(?:\.org|manager)|\w@[\w-]+\.[a-z]{2}|(?<!cu)bots?(?:\b|_)|robot(?!ics)|harvest|headless|\bindexer\b|uptime|health-?check|sitemap|vulnerab|\b(?:seo|scan|probe|survey|research|hunter)\b|lookup\b|\b(?:search|archive) ?engine|\bvia \w/i,
);

/** Programs that are recognised by what they call themselves. */
export const APP_SIGNS: readonly Sign[] = [
  {
    reason: 'a media player or a podcast app',
    pattern:
      /podcast|podcatcher|\bpod[a-z]*[/ ]|^\w{0,20}pod\b|\b\w{0,20}cast(?:er|s)?\b|radio|\bfm\b|podder\b|player\b|music|\baudio|\bmedia ?player|exoplayer|stagefright|\bgstreamer|\blavf(?:\d|\b)|\blib(?:vlc|mpv)\b|\bphonon\b|\bhls\b|tuner\b|tunes\b|\bstream(?!-hook|line)|listen|\bsound|\bsongs?\b|\bvideo|tv(?:\b|_)|\bmovies?\b|\bmp3|catcher\b|^(?:AppleCoreMedia|VLC|LibVLC|Kodi|XBMC|MPlayer|mpv|foobar2000|Winamp\w*|MediaMonkey|MegaSeg|Kinoma\d?|AmazonAVS|Cinemo|iTunes|NSPlayer|Zune|QuickTime|RealPlayer|Sonos|Bose|Banshee|Clementine|Rhythmbox|AIMP|Audacious|Spotify|Deezer|Tidal|Audible|Overcast|Castro|Downcast|Instacast|Podimo|AirPlay|Miro|Luminary|Swoot|Bullhorn|Stitcher|Megaphone|Breaker|Himalaya|Castbox|Ivoox|Fountain|gPodder)\b/i,
  },
  {
    reason: 'what apps write about themselves: their package, toolkit or build',
    pattern:
      /^(?:com|org|net|de|io|me|tv|air|app)\.[a-z]\w*\.[\w.]+|[( ](?:com|org|net|de|io)\.[a-z]\w*\.[\w.]+;|\b(?:okhttp|alamofire|afnetworking|cronet|nsurlsession|flutter|react-?native|unityplayer|unitywebrequest|xamarin|cordova|electron)\b|(?:^|[a-z ])app\/|\b(?:mobile|tablet|phone|smartphone)\b|\bbuild[ :/#]\d{2,}|torrent|\blauncher\b|\bgames?\b|messenger|\btivo\b|dreamcast|\bwii\b|\bpsp\b|\be-?books?\b|\bepub\b/i,
  },
  {
    reason: 'the level of an interface of Android, or the language of a user',
    pattern:
      /\b(?:API|SDK)(?:[ /:_-]?[Ll]evel)?[ /:_-]?\d{1,2}(?!\d|\.\d)|\((?![^()]*https?:)[^()]*\b[a-z]{2}[-_][A-Z]{2}\b[^()]*\)/,
  },
  {
    // Libraries and small bots have versions below 2, lower-case names, or names that say what they
    // do. A build number is one of an app, whatever stands before it.
    // Scripts without capitals need only two letters for a name.
    reason: 'a product in a version that apps reach',
    pattern:
      /^(?!\w*(?:Runtime|H[Tt][Tt][Pp]|Unit|Exporter|S[Dd][Kk]|A[Pp][Ii]|Client|Server|Gateway|Worker|Service|Mon(?:it)?|Query)\b)(?:(?:\p{Lu}\p{L}{2,}|\p{Lo}\p{L}+)\/(?:[2-9]|\d\d)\.\d+\.\d+(?:\.\d+)?(?:-[A-Za-z]+\.\d+)?|\p{Lu}[\p{L}.]{2,}\/\d+\.\d+\.\d+\.\d{4,}(?: \([a-z]+\))?)$/u,
  },
  {
    reason: 'a program of a personal computer',
    pattern:
      /^(?:Microsoft Office|Microsoft[ -](?:Outlook|Word|Excel|PowerPoint|Windows|Delivery)|WindowsMail|Outlook|MacOutlook|Thunderbird|The Bat!|Lotus-Notes|Postbox|Evolution|Airmail|eM ?Client|Windows[- ]|Skype|Slack|Discord|Steam|Valve|Epic|GOG|Adobe|iBooks|Calibre|Evernote|OneDrive|Dropbox|Quicksilver|NetNewsWire|Newsstand|Reeder)|\bupdater?s?\b|autoupdate|\bantivirus\b|\bLync\b|\bMagician\b|^(?:LibreOffice|ProPresenter\d?)\b|^(?:[\w.-]+ )?(?:web)?mail\/\d|^(?:Mutt|Trojita|RainLoop|Zimbra|Horde|Nine|Turnpike|Alpine|Sylpheed|Wanderlust|Gnus|KMail|MailMate)[:/ ]/i,
  },
  {
    reason: 'the name of a less common browser',
    pattern:
      /^(?:Opera[ /]|Midori|E?Links|Lynx|w3m|(?:[\w ]{1,20}[_ ])?\w{0,5}Mosaic|IBM[- ]WebExplorer|CERN-LineMode|Vimprobable|WorldWideWeb|BonEcho|Voyager\d|Microsoft Pocket Internet Explorer|amaya|NetSurf|Dillo|Konqueror|iCab|Galeon|Epiphany|OmniWeb|IBrowse|AmigaVoyager|Amiga-AWeb|Netscape|retawq|edbrowse|Emacs-W3|Vivaldi|Brave Browser|Iron|[\w ]{2,30}[ _-]?browser)/i,
  },
];
