import { plainPath } from './plain-path.js';
import type { ProbePath } from './probe-path.js';

/** A path that somebody probed, and its row. */
export interface Probe {
  readonly row: ProbePath;
  /** The path in its plain form, which tells different probes from each other. */
  readonly path: string;
}

/** Returns what somebody probes with a path, or undefined for all paths of ordinary visits. */
export type FindProbe = (path: string, refused: boolean) => Probe | undefined;

/**
 * In wikis and viewers of source code, people read pages with the names of such files:
 * `/wiki/.htaccess`, `/owner/name/-/blob/main/.env`.
 */
const ABOUT_FILES =
  /^\/(?:[^/]+\/){0,2}wiki\/|^\/(?:[^/]+\/){2,9}?(?:blob|blame|browse|raw|tree|src\/(?:branch|commit|tag))\//;

/** How many names a path from the root may have. */
export const DEEPEST_ROOT = 4;

/**
 * Characters that a browser never encodes by itself, because they need not be: letters, digits,
 * dots, slashes. Who encodes them wants to deceive.
 */
const NEEDLESSLY_ENCODED = String.raw`%(?:[013-7]|2[5d-f]|c0)`;

/** Compiles rows. Most ordinary paths need no more than one look at the status, or one pattern. */
export function compileProbes(rows: readonly ProbePath[]): FindProbe {
  const always = compile(rows.filter(({ counts }) => counts === 'always'));
  const whenRefused = compile(rows.filter(({ counts }) => counts === 'refused'));
  const mayAlwaysCount = hintOf(rows);

  return function findProbe(path, refused) {
    if (!refused && !mayAlwaysCount.test(path)) return undefined;
    const plain = plainPath(path);
    if (!refused && ABOUT_FILES.test(plain)) return undefined;
    const row = always(plain) ?? (refused ? whenRefused(plain) : undefined);
    return row && { row, path: plain };
  };
}

/** Returns a pattern that is found in every path that counts whatever the answer was. */
function hintOf(rows: readonly ProbePath[]): RegExp {
  const names = rows
    .filter(({ counts }) => counts === 'always')
    .flatMap(({ files = [], names = [], roots = [] }) => [...files, ...names, ...roots])
    .filter((name) => !name.startsWith('.'))
    .map((name) => name.replace(/\W/g, String.raw`\$&`));
  return new RegExp([String.raw`[/\\]\.|\$\{|nmap`, NEEDLESSLY_ENCODED, ...names].join('|'), 'i');
}

function compile(rows: readonly ProbePath[]): (plain: string) => ProbePath | undefined {
  const byName = literals(rows, ({ names }) => names);
  const byFile = literals(rows, ({ files }) => files);
  const byRoot = literals(rows, ({ roots }) => roots);
  const patterns = rows.flatMap((row) => (row.pattern ? [{ row, pattern: row.pattern }] : []));
  // One pattern for all takes a third of the time, and nearly no path has a match.
  const any = new RegExp(patterns.map(({ pattern }) => pattern.source).join('|'), 's');

  return (plain) => {
    for (let from = 0, depth = 1; from !== -1; depth++) {
      const end = plain.indexOf('/', from + 1);
      const name = plain.slice(from + 1, end === -1 ? undefined : end);
      const root = depth > DEEPEST_ROOT ? undefined : end === -1 ? plain : plain.slice(0, end);
      const row =
        byName.get(name) ??
        (end === -1 ? byFile.get(name) : undefined) ??
        (root === undefined ? undefined : byRoot.get(root));
      if (row) return row;
      from = end;
    }
    return any.test(plain) ? patterns.find(({ pattern }) => pattern.test(plain))?.row : undefined;
  };
}

function literals(
  rows: readonly ProbePath[],
  of: (row: ProbePath) => readonly string[] | undefined,
): ReadonlyMap<string, ProbePath> {
  return new Map(rows.flatMap((row) => (of(row) ?? []).map((literal) => [literal, row] as const)));
}
