import { human } from './human.js';
import type { Layer } from './layer.js';

/**
 * Programs that a person drives although they are no browser. Patterns of bots would catch them,
 * since they hardly look like browsers. Kept to signs that the platform or the program itself puts
 * there; a name in the registry has already won before this layer is asked.
 */
const SIGNS_OF_A_PERSON: readonly RegExp[] = [
  // Apps on Apple and Android devices, by the network stack of the system.
  /\bCFNetwork\/[\d.]+.*\bDarwin\//,
  /^Dalvik\/[\d.]+ \(Linux;/,
  /^[\w.-]+\/[\w.-]+ ?\(Linux; U; Android /,
  // Apps that name the mobile system and do not pose as a browser; many bots pose as one.
  /^(?!.*(?:Mozilla\/|compatible|https?:)).*\b(?:Android|iOS|watchOS|tvOS)[ /]?\d/,
  /^(?:Apple-)?(?:iPhone|iPad|iPod|Watch\d)/,
  /^Garmin \w/,
  // In-app browsers: Android marks every web view with `wv`.
  /^Mozilla\/5\.0 \(Linux; (?:U; )?Android [^()]*; wv\)/,
  // The others say so by name. UC Browser has a short form of its own for slow networks.
  /\bFB(?:AN|AV)\/|\bInstagram \d|\bMicroMessenger\/|\bLine\/\d|\bSogou(?:MSE|MobileBrowser|Search Android)|^dv\(.*\bUCBrowser\//,
  // Televisions: HbbTV and CE-HTML are standards of theirs, the rest is what makers call them.
  /\b(?:HbbTV|CE-HTML|NETTV|SmartHub|SMART-TV|SmartTV|GoogleTV|VIDAA)\b/i,
  /^(?:Amazon|sony_tv);[^;]*;[0-9a-f]{32};|^smarttv_/,
  // Telephones before Android: the profiles of Java ME, their systems, and the browsers built on them.
  /\b(?:MIDP|CLDC)-[12]|\bMAUI[ /]|\bWAP[ _-]Browser\b|\b(?:bada|BREW)\//i,
  // Media players.
  /^(?:AppleCoreMedia|VLC|Kodi|XBMC|MPlayer|foobar2000|Winamp|iTunes|NSPlayer|Windows-Media-Player|Zune|Roku|stagefright|Music Player Daemon|AmazonMusic|Audible|TuneIn Radio)\b/i,
  /^(?:Podcasts|AntennaPod|Player FM|Podkicker|Podbean|PodcastGuru|Downcast|Outcast)\b/,
  /\bExoPlayer(?:Lib)?\//,
];

/** A native app, an in-app browser or a media player in a person's hand. */
export const personApp: Layer = (userAgent) =>
  SIGNS_OF_A_PERSON.some((sign) => sign.test(userAgent)) ? human(userAgent) : undefined;
