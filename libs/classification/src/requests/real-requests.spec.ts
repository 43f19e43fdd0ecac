import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classify } from '../classify.js';
import { findProbe, isBrowser, isRefused, judgeRequest } from './judge-request.js';

/**
 * Checks on real logs that no visit of a person is taken for a scanner. The logs may not be part of
 * the project, so an environment variable names their folder.
 */
const folder = process.env.BOTGAUGE_TEST_DATA;
const suite = folder === undefined ? describe.skip : describe;
const reason = folder === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';

interface Request {
  path: string;
  status: number;
  userAgent: string;
}

function linesOf(file: string): string[] {
  return readFileSync(join(folder ?? '', 'logs', file), 'utf8')
    .split('\n')
    .filter(Boolean);
}

/** A small site of static pages: whatever it does not have, it answers with 404. */
function smallSite(): Request[] {
  return linesOf('entries-2024-2026.ndjson').map((line) => {
    const entry = JSON.parse(line) as { path: string; status_code: number; user_agent: string };
    return { path: entry.path, status: entry.status_code, userAgent: entry.user_agent };
  });
}

/** A blog with many readers and dead links. */
function blog(): Request[] {
  return linesOf('apache-combined-2015.log').flatMap((line) => {
    const [, path, status, userAgent] =
      /"\S+ (\S+)[^"]*" (\d+) \S+ "[^"]*" "(.*)"$/.exec(line) ?? [];
    return path && userAgent ? [{ path, status: Number(status), userAgent }] : [];
  });
}

function changed(requests: readonly Request[]): Request[] {
  return requests.filter(({ path, status, userAgent }) => {
    const verdict = classify(userAgent);
    return judgeRequest(verdict, path, status) !== verdict;
  });
}

/** The number of requests that the table finds, whoever made them. */
function probes(requests: readonly Request[]): number {
  return requests.filter(({ path, status }) => findProbe(path, status)).length;
}

// Whoever changes the table so that these numbers change must look at each request that changes.
const PROBES = { smallSite: 8_382, blog: 35 };

suite(`requests of real logs${reason}`, () => {
  it('finds the scanners of a small site, and none of its readers', () => {
    const requests = smallSite();
    const scanners = changed(requests);
    const browsers = requests.filter(({ userAgent }) => isBrowser(classify(userAgent))).length;
    console.log(`small site: ${scanners.length} of ${browsers} browsers are scanners`);
    expect(probes(requests)).toBe(PROBES.smallSite);
    expect(scanners.length).toBeGreaterThan(7_500);
    // 408 came once, to a request for /mailman/.env.
    for (const { path, status } of scanners)
      expect([path, isRefused(status) || status === 408]).toEqual([path, true]);
    // Nothing counts that the site ever had for anybody.
    const had = new Set(requests.filter(({ status }) => status < 400).map(({ path }) => path));
    expect(had.size).toBeGreaterThan(40);
    expect(scanners.filter(({ path }) => had.has(path))).toEqual([]);
  });

  it('finds the scanners of a blog, and none of its readers', () => {
    const requests = blog();
    const scanners = changed(requests).map(({ path, status }) => `${path.split('?')[0]} ${status}`);
    expect(requests.length).toBeGreaterThan(9_990);
    expect(new Set(scanners)).toEqual(new Set(['/wp-login.php 404']));
    expect(scanners).toHaveLength(10);
    expect(probes(requests)).toBe(PROBES.blog);
  });
});
