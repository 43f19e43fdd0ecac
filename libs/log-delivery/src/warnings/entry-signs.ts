import type { SentLogEntry } from '@app/contracts';
import { FewValues } from './few-values.js';

/** What CloudFront sends to an origin as the user agent of every visitor, unless it is told not to. */
export const CDN_AGENT = 'Amazon CloudFront';
/** Clocks of machines differ, and an entry may stay in a buffer. */
const AHEAD_MS = 10 * 60_000;
/** So many different values are enough to know that there is more than one visitor. */
const TOLD_APART = 8;
const CUT_START = 'like Gecko';
const WHOLE_PART = '(KHTML, like Gecko';
const COLON = ':';

/** What the entries of a log tell about how the log is written. */
export class EntrySigns {
  entries = 0;
  withoutAgent = 0;
  /** Also those that have the name of a host instead. */
  withoutAddress = 0;
  /** With a user agent that is cut off in front, as a list of headers is at a comma. */
  cutAgents = 0;
  /** With a user agent that has the comma at which others are cut. */
  wholeAgents = 0;
  ofCdn = 0;
  /** Of browsers, as long as no entry had a referer. */
  ofBrowsers = 0;
  hasReferer = false;
  /** With a time that has not come yet. */
  ahead = 0;
  mostAheadMs = 0;
  readonly addresses = new FewValues(TOLD_APART);
  readonly agents = new FewValues(TOLD_APART);

  /** @param now epoch milliseconds UTC */
  add({ ip, user_agent, referer, timestamp }: SentLogEntry, now: number): void {
    this.entries++;
    this.hasReferer ||= Boolean(referer);
    this.addAddress(ip, 1);
    this.addAgent(user_agent ?? '', 1);
    this.addTime(Number(timestamp) - now);
  }

  /** Adds an address that so many entries have. */
  addAddress(ip: string | null | undefined, times: number): void {
    if (isAddress(ip)) this.addresses.add(ip, times);
    else this.withoutAddress += times;
  }

  /** Adds a user agent that so many entries have. Their referers must have been looked at before. */
  addAgent(agent: string, times: number): void {
    if (agent === '') this.withoutAgent += times;
    else if (agent === CDN_AGENT) this.ofCdn += times;
    else if (agent.startsWith(CUT_START)) this.cutAgents += times;
    else if (agent.includes(WHOLE_PART)) this.wholeAgents += times;
    this.agents.add(agent, times);
    if (!this.hasReferer && isOfBrowser(agent)) this.ofBrowsers += times;
  }

  /** Adds how far the time of an entry is ahead, in milliseconds; less than 0 when it is past. */
  addTime(aheadMs: number): void {
    if (aheadMs <= AHEAD_MS) return;
    this.ahead++;
    this.mostAheadMs = Math.max(this.mostAheadMs, aheadMs);
  }

  addAll(more: EntrySigns): void {
    this.entries += more.entries;
    this.withoutAgent += more.withoutAgent;
    this.withoutAddress += more.withoutAddress;
    this.cutAgents += more.cutAgents;
    this.wholeAgents += more.wholeAgents;
    this.ofCdn += more.ofCdn;
    this.ofBrowsers += more.ofBrowsers;
    this.hasReferer ||= more.hasReferer;
    this.ahead += more.ahead;
    this.mostAheadMs = Math.max(this.mostAheadMs, more.mostAheadMs);
    this.addresses.addAll(more.addresses);
    this.agents.addAll(more.agents);
  }
}

/** Tells an address from nothing and from the name of a host, which servers may log instead. */
function isAddress(ip: string | null | undefined): ip is string {
  if (ip === undefined || ip === null || ip === '') return false;
  const last = ip.charCodeAt(ip.length - 1);
  return (last >= 0x30 && last <= 0x39) || ip.includes(COLON);
}

/** Tells whether it looks like a browser. Bots that look like one have an address in brackets. */
function isOfBrowser(agent: string): boolean {
  return (
    agent.startsWith('Mozilla/5.0 (') && !agent.includes('compatible') && !agent.includes('http')
  );
}
