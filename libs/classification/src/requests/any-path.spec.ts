import { classify } from '../classify.js';
import { compileProbes } from './find-probe.js';
import { findProbe, judgeRequest } from './judge-request.js';
import { plainPath } from './plain-path.js';
import type { ProbePath } from './probe-path.js';
import { PROBE_PATHS } from './probe-paths/probe-paths.js';

/** Numbers that look random, and are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PIECES = [
  ...PROBE_PATHS.flatMap(({ examples }) => examples),
  ...[
    '/',
    '//',
    '/../',
    '/./',
    '\\',
    ';',
    '%',
    '%2',
    '%25',
    '%zz',
    '%00',
    '\0',
    '?',
    '#',
    '.',
    '~',
  ],
  ...['a', 'Blog', '.php', '/wiki/', '/blob/', '${', 'é', '\ud800', '\u{1f916}', ' ', '"'],
];

function paths(count: number): string[] {
  const next = numbers(17);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + next(6) }, () => PIECES[next(PIECES.length)]).join(''),
  );
}

/** Encodes some characters of a path, some of them several times. */
function encodedAgain(path: string, next: (below: number) => number): string {
  return [...path]
    .map((character) => {
      if (character > '\u007f' || next(3) > 0) return character;
      const hex = character.charCodeAt(0).toString(16).padStart(2, '0');
      return `%${'25'.repeat(next(3))}${next(2) ? hex : hex.toUpperCase()}`;
    })
    .join('');
}

const person = classify('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');

it('any path with any status gets the same verdict or a vulnerability scanner', () => {
  const next = numbers(4);
  for (const path of paths(5_000)) {
    const status = next(1_000);
    const verdict = judgeRequest(person, path, status);
    if (verdict !== person) expect(verdict).toMatchObject({ bot: { id: 4 }, layer: 'request' });
  }
});

it('a path gets the same verdict however it is encoded', () => {
  const next = numbers(9);
  let probes = 0;
  for (const path of paths(5_000)) {
    const again = encodedAgain(path, next);
    expect([again, plainPath(again)]).toEqual([again, plainPath(path)]);
    for (const status of [200, 404]) {
      const probe = findProbe(path, status);
      const same = findProbe(again, status);
      expect([again, status, same?.row.what]).toEqual([again, status, probe?.row.what]);
      if (probe) probes++;
    }
  }
  expect(probes).toBeGreaterThan(1_000);
});

describe('the time for any path is bounded', () => {
  const long = (piece: string) => piece.repeat(4_096);

  /** Patterns that fit every path, and write down what they are asked for. */
  function counting(read: string[]): readonly ProbePath[] {
    return PROBE_PATHS.filter(({ pattern }) => pattern).map(({ what, counts, source }) => {
      const test = (text: string) => read.push(text) < 0;
      const pattern = Object.assign(/(?:)/, { test });
      return { what, counts, source, pattern, examples: [] };
    });
  }

  it('because no path makes it read more than 2,048 characters, each pattern once', () => {
    const read: string[] = [];
    const rows = counting(read);
    const { find, isProbed } = compileProbes(rows);
    find('/.x', true);
    expect(read).toHaveLength(rows.length);
    for (const piece of ['/a', '/../', '%25', '/config/', ';', '/%2e'])
      for (const refused of [true, false]) {
        read.length = 0;
        find(`/.${long(piece)}`, refused);
        expect(read.length).toBeLessThanOrEqual(rows.length);
        for (const text of read) expect(text.length).toBeLessThanOrEqual(2_049);
      }
    read.length = 0;
    isProbed(`/.${long('/a')}`);
    expect(read.length).toBeLessThanOrEqual(rows.length);
    for (const text of read) expect(text.length).toBeLessThanOrEqual(2_049);
  });

  it('and because no pattern goes back again and again: it repeats one thing without a bound', () => {
    for (const { what, pattern } of PROBE_PATHS) {
      const unbounded = pattern?.source.match(/[^\\[][*+](?![^[]*\])/g) ?? [];
      // What begins with a look ahead from the start is read twice at most.
      const most = pattern?.source.startsWith('^(?=.*') ? 2 : 1;
      expect([what, unbounded.length <= most]).toEqual([what, true]);
    }
  });

  it('and ordinary paths are looked at once', () => {
    const read: string[] = [];
    const { find } = compileProbes(counting(read));
    for (const path of [
      '/',
      '/blog/post-1/',
      '/assets/app.4f2a.js',
      '/caf%C3%A9/x%20y.html',
      '/~me',
    ])
      expect([path, find(path, false)]).toEqual([path, undefined]);
    expect(read).toEqual([]);
  });
});
