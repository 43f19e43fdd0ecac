import { isStronger, type Pattern } from './pattern.js';

/** Patterns with the same prefix, the strongest first. */
interface Entry {
  prefix: string;
  /** Index of the longest other prefix that this one begins with, or -1. */
  parent: number;
  patterns: Pattern[];
}

/**
 * Patterns by what a path must begin with, so that a path is compared with none that begins
 * otherwise. To find them takes the logarithm of their number, and no time for each of their
 * lengths.
 */
export class PrefixIndex {
  /** In the order of their prefixes, so that what begins with a prefix follows it. */
  private readonly entries: Entry[] = [];

  constructor(patterns: readonly Pattern[]) {
    const byPrefix = new Map<string, Pattern[]>();
    for (const pattern of patterns) {
      const same = byPrefix.get(pattern.prefix);
      if (same) same.push(pattern);
      else byPrefix.set(pattern.prefix, [pattern]);
    }
    for (const prefix of [...byPrefix.keys()].sort()) {
      let parent = this.entries.length - 1;
      while (parent >= 0 && !prefix.startsWith(this.entries[parent]!.prefix))
        parent = this.entries[parent]!.parent;
      const same = byPrefix.get(prefix)!.sort(byStrength);
      this.entries.push({ prefix, parent, patterns: same });
    }
  }

  /** Returns lists of all patterns whose prefix a path has, those of the longest prefix first. */
  *of(path: string): Generator<readonly Pattern[]> {
    let at = this.lastUpTo(path);
    const common = at < 0 ? 0 : commonLength(this.entries[at]!.prefix, path);
    while (at >= 0) {
      const { prefix, parent, patterns } = this.entries[at]!;
      if (prefix.length <= common) yield patterns;
      at = parent;
    }
  }

  /** Returns the index of the last prefix that is not behind a path in their order, or -1. */
  private lastUpTo(path: string): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.entries[middle]!.prefix <= path) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function byStrength(one: Pattern, other: Pattern): number {
  if (isStronger(one, other)) return -1;
  return isStronger(other, one) ? 1 : 0;
}
