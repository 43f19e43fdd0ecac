import {
  addressInList,
  addressNumbers,
  type BotIdentity,
  storedAddress,
  type VerificationCounts,
} from '@app/contracts';
import type { Report } from '@app/report-text';
import { type AddressLists, verdict } from '@app/verification';

/** The visits of further networks are told together. This bounds the memory of a dry run. */
const MOST_NETWORKS = 10_000;

interface SpoofedCount {
  bot: BotIdentity;
  network: string | null;
  visits: number;
  pages: Set<number>;
  first: number;
  last: number;
}

/** A visit that names a bot. */
interface NamedVisit {
  bot: BotIdentity;
  /** As the log has it. */
  ip: string | null | undefined;
  /** Epoch milliseconds UTC. */
  time: number;
  /** Undefined beyond the bound on distinct paths. */
  page: number | undefined;
}

/** Counts visits of bots by verification, as the service would. */
export class VerificationTally {
  private readonly byBot = new Map<number, VerificationCounts>();
  private readonly spoofed = new Map<string, SpoofedCount>();

  constructor(private readonly lists: AddressLists) {}

  add({ bot, ip, time, page }: NamedVisit): void {
    const { address, isClaimed } = addressInList(ip ?? '');
    const claim = { bot, address: addressNumbers(address), isClaimed, time };
    const { verification } = verdict(claim, this.lists);
    this.of(bot.id)[`${verification}_visits`]++;
    if (verification === 'spoofed') this.addSpoofed(bot, networkOf(address), time, page);
  }

  /** Returns the counts of some bots together, or those of all bots. */
  counts(...bots: number[]): VerificationCounts {
    const all = none();
    const wanted = bots.length > 0 ? bots.map((bot) => this.of(bot)) : this.byBot.values();
    for (const counts of wanted) {
      all.verified_visits += counts.verified_visits;
      all.spoofed_visits += counts.spoofed_visits;
      all.unverifiable_visits += counts.unverifiable_visits;
    }
    return all;
  }

  /** Returns spoofed visits by claimed bot and network, most visits first. */
  spoofedEntries(): NonNullable<Report['spoofed']> {
    return [...this.spoofed.values()]
      .sort((a, b) => b.visits - a.visits || a.first - b.first)
      .map(({ bot, network, visits, pages, first, last }) => ({
        name: bot.name,
        network,
        visits,
        pages_visited: pages.size,
        first_seen: new Date(first).toISOString(),
        last_seen: new Date(last).toISOString(),
      }));
  }

  private of(bot: number): VerificationCounts {
    let counts = this.byBot.get(bot);
    if (!counts) this.byBot.set(bot, (counts = none()));
    return counts;
  }

  private addSpoofed(
    bot: BotIdentity,
    network: string | null,
    time: number,
    page: number | undefined,
  ): void {
    const known = this.spoofed.has(`${bot.id} ${network}`) || this.spoofed.size < MOST_NETWORKS;
    const told = known ? network : null;
    const key = `${bot.id} ${told}`;
    let count = this.spoofed.get(key);
    if (!count) {
      count = { bot, network: told, visits: 0, pages: new Set(), first: time, last: time };
      this.spoofed.set(key, count);
    }
    count.visits++;
    count.first = Math.min(count.first, time);
    count.last = Math.max(count.last, time);
    if (page !== undefined) count.pages.add(page);
  }
}

const none = (): VerificationCounts => ({
  verified_visits: 0,
  spoofed_visits: 0,
  unverifiable_visits: 0,
});

/** Returns the network that the reports would tell of an address. */
function networkOf(address: string | null): string | null {
  const network = storedAddress(address, 'truncated');
  return network === null ? null : `${network}${network.includes('.') ? '/24' : '/48'}`;
}
