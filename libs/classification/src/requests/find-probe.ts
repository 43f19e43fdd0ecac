import { plainPath } from './plain-path.js';
import type { ProbePath } from './probe-path.js';

/** A path that somebody probed, and its row. */
export interface Probe {
  readonly row: ProbePath;
  /** The path in its plain form, which tells different probes from each other. */
  readonly path: string;
}

export interface ProbeFinder {
  /** Returns what somebody probes with a path, or undefined for all paths of ordinary visits. */
  find(path: string, hasNoPage: boolean): Probe | undefined;
  /** Tells whether a path would be found if the website had no such page. */
  isProbed(path: string): boolean;
}

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

/**
 * How names begin that the pattern of a row finds and that have no dot. A test compares it with the
 * examples of all rows.
 */
const STARTS_OF_PATTERNS = [
  ...['(?:live|prod|local|dev)_env', 'id_', 'dockerfile', 'jenkinsfile', 'phpinfo', 'nmap'],
  ...['_?wp-con', 'debug/', 'telescope/', 'think/app'],
];

/** Compiles rows. Most ordinary paths need no more than one look at the status, or one pattern. */
export function compileProbes(rows: readonly ProbePath[]): ProbeFinder {
  const always = compile(rows.filter(({ counts }) => counts === 'always'));
  const whenRefused = compile(rows.filter(({ counts }) => counts === 'refused'));
  const mayAlwaysCount = hintOf(rows);
  const mayBeProbed = hintWithoutDots(rows);

  return {
    find(path, hasNoPage) {
      if (!hasNoPage && !mayAlwaysCount.test(path)) return undefined;
      const plain = plainPath(path);
      if (!hasNoPage && ABOUT_FILES.test(plain)) return undefined;
      const row = always(plain) ?? (hasNoPage ? whenRefused(plain) : undefined);
      return row && { row, path: plain };
    },
    isProbed(path) {
      if (!path.includes('.') && !mayBeProbed.test(path)) return false;
      const plain = plainPath(path);
      return !ABOUT_FILES.test(plain) && (always(plain) ?? whenRefused(plain)) !== undefined;
    },
  };
}

/** Returns a pattern that is found in every path that counts whatever the answer was. */
function hintOf(rows: readonly ProbePath[]): RegExp {
  const literals = rows.filter(({ counts }) => counts === 'always').flatMap(literalsOf);
  const names = literals.filter((name) => !name.startsWith('.')).map(escaped);
  return new RegExp([String.raw`[/\\]\.|\$\{|nmap`, NEEDLESSLY_ENCODED, ...names].join('|'), 'i');
}

/** Returns a pattern that is found in every path without a dot that some row counts. */
function hintWithoutDots(rows: readonly ProbePath[]): RegExp {
  const literals = rows.flatMap(literalsOf).filter((literal) => !literal.includes('.'));
  const names = literals.map((literal) => escaped(literal.replace(/^\//, '')));
  return new RegExp(String.raw`[%$\\]|/(?:${[...STARTS_OF_PATTERNS, ...names].join('|')})`, 'i');
}

const literalsOf = ({ files = [], names = [], roots = [] }: ProbePath) => [
  ...files,
  ...names,
  ...roots,
];
const escaped = (text: string) => text.replace(/\W/g, String.raw`\$&`);

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
