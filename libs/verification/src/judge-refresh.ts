import { collapse, findWider, lengthOf } from './prefixes.js';

/** A prefix that is shorter holds more addresses than an operator of bots has. */
const WIDEST = { ipv4: 8, ipv6: 24 };

/**
 * Decides whether what was fetched may replace a list. A list that is wrong would call real bots
 * spoofed, or verify everybody. `previous` is the content in use, `next` the new one; both are
 * canonical prefixes.
 */
export function judgeRefresh(
  previous: readonly string[] | undefined,
  next: readonly string[],
): { fault?: string } {
  if (next.length === 0) return { fault: 'It has no addresses.' };
  const wide = findWider(next, WIDEST);
  if (wide !== undefined) {
    return {
      fault: `${wide} is wider than /${WIDEST.ipv4} (IPv4) or /${WIDEST.ipv6} (IPv6).`,
    };
  }
  for (const family of ['IPv4', 'IPv6'] as const) {
    const fault = shrinks(ofFamily(previous ?? [], family), ofFamily(next, family), family);
    if (fault !== undefined) return { fault };
  }
  return {};
}

function ofFamily(prefixes: readonly string[], family: 'IPv4' | 'IPv6'): string[] {
  return collapse(prefixes.filter((prefix) => lengthOf(prefix).isIpv6 === (family === 'IPv6')));
}

/** The families are judged alone, so that one that is missing is noticed. */
function shrinks(previous: string[], next: string[], family: string): string | undefined {
  if (next.length * 2 >= previous.length || holdsAll(next, previous)) return undefined;
  return `It shrinks by more than half: from ${previous.length} prefixes of ${family} to ${next.length}.`;
}

/** Operators that write fewer but wider prefixes do not shrink. Both lists are collapsed. */
function holdsAll(next: string[], previous: string[]): boolean {
  return collapse([...next, ...previous]).join() === next.join();
}
