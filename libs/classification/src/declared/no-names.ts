const words = (text: string): string[] => text.toLowerCase().split(/\s+/);

/** Browsers and what they write about themselves. */
const BROWSERS = words(`
  Mozilla Chrome Chromium CriOS Firefox FxiOS Fennec Safari Version Mobile Tablet Edge Edg EdgA
  EdgiOS MSIE IEMobile Internet Explorer Opera OPR OPiOS OPT OPX Mini Vivaldi Brave YaBrowser Yowser
  SamsungBrowser UCBrowser UCWEB QQBrowser MQQBrowser MetaSr MiuiBrowser HeyTapBrowser VivoBrowser
  HuaweiBrowser OculusBrowser DuckDuckGo Ddg Silk Puffin Maxthon SeaMonkey Iceweasel IceCat PaleMoon
  Waterfox Epiphany Konqueror Camino K-Meleon Iron Focus Klar Whale Sleipnir Lunascape Netscape
  Navigator Galeon Dolphin Avast AVG Seznam.cz coc_coc_browser Dragon Falkon QupZilla Midori
  Lynx Links ELinks w3m NetFront Browser WebView wv GSA FBAN FBAV Instagram Snapchat Line
  MicroMessenger Headless HeadlessChrome PhantomJS
  .NET NET CLR .NET4.0C .NET4.0E NET4.0C NET4.0E SLCC1 SLCC2 InfoPath SV1 GTB Center PC Touch like compatible
  User-Agent UserAgent rv MRA Toolbar FunWebProducts
  DigExt chromeframe
`);

/** Engines of browsers. */
const ENGINES = words(`
  AppleWebKit WebKit KHTML Gecko Presto Trident Blink Goanna Servo EdgeHTML V8 Quark Electron Tasman
`);

/** Systems, processors and devices. */
const SYSTEMS = words(`
  Windows Win32 Win64 WinNT Win98 Win95 NT WOW64 x64 x86 x86_64 x86-64 amd64 i386 i586 i686 arm arm64
  armv7l armv8l aarch64 ppc PPC64 Linux X11 Unix Wayland Android Macintosh Mac macOS OS OSX Darwin iOS
  iPadOS iPhone iPad iPod watchOS tvOS CPU Intel U N I CrOS ChromeOS FreeBSD OpenBSD NetBSD DragonFly
  SunOS Solaris AIX HP-UX IRIX BeOS Haiku Amiga OS/2 QNX Symbian SymbianOS Series60 MeeGo Maemo Tizen
  KaiOS webOS Web0S HarmonyOS OpenHarmony Ubuntu Kubuntu Debian Fedora CentOS RedHat RHEL SUSE Gentoo
  Arch Mint Slackware Raspbian PlayStation Nintendo Xbox Nexus Pixel Build Dalvik Phone PDA
`);

/** Languages, libraries and what carries a request. */
const LIBRARIES = words(`
  Java JavaScript Python Python3 Perl PHP Ruby Node Node.js nodejs NodeJS Deno Bun Go Golang Rust
  Dart Swift Kotlin Scala Erlang Elixir Lua Haskell C# C++ dotnet
  curl libcurl Wget libwww libwww-perl LWP lwp-trivial WinHTTP WinInet Win32 URLConnection HttpClient
  Apache-HttpClient HttpComponents OkHttp okhttp3 Retrofit Volley Axios fetch node-fetch undici got
  superagent request requests python-requests urllib urllib2 urllib3 python-urllib aiohttp httpx http
  https httplib httplib2 http.rb httparty Faraday Mechanize Scrapy Guzzle GuzzleHttp Symfony reqwest
  hyper ureq Go-http-client resty Jersey Netty Vert.x Jetty Tomcat AHC Alamofire CFNetwork NSURLSession
  ReactorNetty RestSharp Cronet fasthttp Puppeteer Playwright Selenium WebDriver Cypress Splash Nightmare
  http-client http_client httpclient Proxy gzip gfe OpenSSL Synapse Indy snoopy PycURL
  WWW-Mechanize heritrix nutch cpp-httplib libcurl-agent Apache nginx PowerShell WindowsPowerShell
`);

/**
 * Words that no bot has for itself: what every bot may be called, what people write to try
 * something, and methods of requests.
 */
const OF_EVERYBODY = words(`
  bot bots robot robots crawler crawlers crawl spider spiders scraper scrapers scanner fetcher agent
  agents client web website webcrawler web-crawler webspider site url urls link links page pages
  internet search searchengine engine test tests testing tester test-bot testbot demo example sample
  default unknown undefined null none nil true false nan anonymous some any no not my mybot my-bot
  your yourbot the a an of for and or by from to in on at with via this is contact email e-mail mail
  info information about see more find out name version ver build dev development staging
  prod production beta alpha release debug user users ua user_agent default_user_agent custom
  browser app application api script tool program software service ip id uuid hash key token
  get post put head delete options patch trace connect host accept
  language languages lang locale keyboard input setting settings preferences
  human visitor unidentified disguised hello world server library also seen as
  google microsoft apple amazon samsung nokia
`);

/** Languages, in English and as they call themselves: apps tell that of their user. */
const LANGUAGES = words(`
  English Deutsch German Francais French Espanol Spanish Castellano Italiano Italian Portugues
  Portuguese Brasileiro Nederlands Dutch Polski Polish Russian Russkij Turkce Turkish Svenska Swedish
  Dansk Danish Norsk Norwegian Suomi Finnish Magyar Hungarian Cestina Czech Slovencina Romana Romanian
  Greek Arabic Hebrew Chinese Japanese Nihongo Korean Indonesia Indonesian Tieng Viet Thai Hindi
`);

/** Words of browsers, engines, systems and libraries: a name never has one of them. */
export const OF_OTHERS: ReadonlySet<string> = new Set([
  ...BROWSERS,
  ...ENGINES,
  ...SYSTEMS,
  ...LIBRARIES,
]);

/** Words that end a name: what follows is a sentence, or the name of somebody else. */
export const ENDS_NAME: ReadonlySet<string> = new Set(
  words('by from for via at with is are this our your on to contact visit please about running'),
);

/** Words that make no name alone. */
export const SAYS_NOTHING: ReadonlySet<string> = new Set([...OF_EVERYBODY, ...LANGUAGES]);
