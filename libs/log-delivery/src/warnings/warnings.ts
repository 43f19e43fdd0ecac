import { type ChosenFormat, formatTitle, type LogFormatName } from '@app/log-formats';
import { CDN_AGENT, type EntrySigns } from './entry-signs.js';

/** What may be wrong with a log although its lines can be read. */
export type WarningName =
  | 'no_agent'
  | 'no_address'
  | 'cut_agents'
  | 'one_agent'
  | 'one_address'
  | 'no_referer'
  | 'future'
  | 'several_formats';

/** A warning, and what to do. */
export interface LogWarning {
  warning: WarningName;
  /** Sentences. They may have texts of visitors in them. */
  text: string;
}

/** What is known of a log when it was read. */
export interface ReadSigns {
  signs: EntrySigns;
  format: ChosenFormat | undefined;
  /** How many entries were of other formats. */
  others: ReadonlyMap<LogFormatName, number>;
}

/**
 * What a server is set up to do, it does to every line. The rest are lines of another server, or
 * those before it was set up anew.
 */
const MOSTLY = 0.9;
/** With fewer entries, a program that sends no user agent may be the only visitor. */
const ENTRIES_OF_FEW = 20;
/** With fewer entries, one visitor alone may explain what all have in common. */
const ENTRIES_OF_SOME = 100;
/** Behind one address of a household or a test there are hardly more. */
const AGENTS_OF_SOME = 5;
/** A single client may well have a user agent that is cut off. */
const LEAST_CUT = 3;
/** What cuts them cuts all. Those that are whole are of another server, or of a later set-up. */
const CUT_FOR_WHOLE = 3;
/** With fewer entries, a request that the CDN makes for itself may be the only one. */
const ENTRIES_OF_CDN = 5;
/** A few may come of a clock that was put right. */
const LEAST_AHEAD = 10;
/**
 * Whoever reads a website makes the browser send a referer with each file of a page and each link.
 * A thousand times without one are no visits of readers, unless the log leaves it out.
 */
const BROWSERS_OF_MANY = 1_000;
/** A log that somebody has filtered, or that only a monitor fills, has one agent that is no proxy's. */
const NAMES_ITSELF = /bot|crawl|spider|monitor|check|probe|uptime|https?:/i;
const LONGEST_QUOTED = 100;
const HOUR_MS = 3_600_000;

type Rule = (signs: EntrySigns, read: ReadSigns) => string | undefined;

/** Each decides whether it applies, and says what follows and what to do. In the order of display. */
const RULES: Record<WarningName, Rule> = {
  no_agent: ({ withoutAgent, entries }, { format }) =>
    isMost(withoutAgent, entries) && (format === 'common' || entries >= ENTRIES_OF_FEW)
      ? `${some(withoutAgent, entries)} have no user agent: each counts as a bot without one. Configure the server to log user agents.`
      : undefined,

  // No server leaves it out for some visitors only, so a few are worth a look as well.
  no_address: ({ withoutAddress, entries }) =>
    withoutAddress > 0
      ? `${some(withoutAddress, entries)} have no address: their bots are neither verified nor found to be spoofed, and their visitors are not told from programs by what they did. Log the address of the visitor, and no name of a host instead of it.`
      : undefined,

  cut_agents: ({ cutAgents, wholeAgents, entries }) =>
    cutAgents >= LEAST_CUT && cutAgents >= wholeAgents * CUT_FOR_WHOLE
      ? `${some(cutAgents, entries)} have a user agent that begins with "like Gecko": what stood before a comma in it is lost, so that bots are not recognised. In HAProxy, capture req.fhdr(User-Agent) instead of req.hdr(User-Agent), and the other headers in the same way.`
      : undefined,

  one_agent: (signs) => ofCdn(signs) ?? ofOneAgent(signs),

  one_address: ({ addresses, agents, entries }) => {
    const [address, times] = most(addresses.found);
    const isOfMany = agents.found === undefined || agents.found.size >= AGENTS_OF_SOME;
    return entries >= ENTRIES_OF_SOME && isOfMany && isMost(times, entries)
      ? `${some(times, entries)} come from the address ${address}, which is probably that of a proxy: no bot is verified by it, and all visitors are taken for one. Log the address that the proxy forwards (real_ip in nginx, mod_remoteip in Apache), or import the log of the proxy.`
      : undefined;
  },

  no_referer: ({ hasReferer, ofBrowsers }) =>
    !hasReferer && ofBrowsers >= BROWSERS_OF_MANY
      ? `None of the ${inFull(ofBrowsers)} entries of browsers has a referer: visits that assistants have sent are not counted, and people are told from programs less surely. Log the header Referer. If the website forbids it by its Referrer-Policy, nothing is wrong.`
      : undefined,

  future: ({ ahead, mostAheadMs, entries }) =>
    ahead >= LEAST_AHEAD
      ? `${some(ahead, entries)} have a time that has not come yet, by up to ${durationOf(mostAheadMs)}: either a clock is wrong, or the log has local times without their zone, which are read as UTC. Let the server log in UTC, or with the offset; visits count for wrong hours otherwise.`
      : undefined,

  several_formats: (signs, { format, others }) => {
    if (!format || others.size === 0) return undefined;
    const ofOthers = [...others.values()].reduce((sum, count) => sum + count, 0);
    const own = Math.max(0, signs.entries - ofOthers);
    const all = new Map<ChosenFormat, number>([[format, own], ...others]);
    const each = Array.from(all, ([name, count]) => `${inFull(count)} of ${formatTitle(name)}`);
    return `Lines of several formats are in it, and all were read: ${each.join(', ')}.`;
  },
};

/** Returns what whoever reads a log should know about it. */
export function warningsOf(read: ReadSigns): LogWarning[] {
  return (Object.keys(RULES) as WarningName[]).flatMap((warning) => {
    const text = RULES[warning](read.signs, read);
    return text === undefined ? [] : [{ warning, text }];
  });
}

function ofCdn({ ofCdn: times, entries }: EntrySigns): string | undefined {
  if (entries < ENTRIES_OF_CDN || !isMost(times, entries)) return undefined;
  return `${some(times, entries)} have the user agent ${CDN_AGENT}: this is the log of an origin, which sees the CDN instead of its visitors. Import the log of CloudFront, or let it forward the header User-Agent.`;
}

function ofOneAgent({ agents, addresses, entries }: EntrySigns): string | undefined {
  const [agent, times] = most(agents.found);
  const isOfOneVisitor = addresses.found !== undefined && addresses.found.size < 2;
  const isOfAll = entries >= ENTRIES_OF_SOME && times === entries && agent !== '';
  if (!isOfAll || isOfOneVisitor || agent === CDN_AGENT || NAMES_ITSELF.test(agent))
    return undefined;
  return `All ${inFull(entries)} entries have the user agent ${agent.slice(0, LONGEST_QUOTED)}: if a proxy stands before the server, it sends its own instead of that of the visitor. Let it forward the header User-Agent, or import its log.`;
}

const isMost = (count: number, entries: number): boolean => count > 0 && count >= entries * MOSTLY;

/** Returns the value that came most often, and how often; an empty text where there are many. */
function most(values: ReadonlyMap<string, number> = new Map()): [value: string, times: number] {
  return [...values].reduce<[string, number]>(
    (best, one) => (one[1] > best[1] ? one : best),
    ['', 0],
  );
}

const inFull = (count: number): string => count.toLocaleString('en-US');

const some = (count: number, entries: number): string =>
  `${inFull(count)} of ${inFull(entries)} entries`;

function durationOf(milliseconds: number): string {
  const hours = Math.round(milliseconds / HOUR_MS);
  if (hours === 0) return `${Math.round(milliseconds / 60_000)} minutes`;
  return hours === 1 ? 'an hour' : `${hours} hours`;
}
