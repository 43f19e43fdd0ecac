import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { BUNDLED_LISTS } from '@app/verification';

/**
 * Writes the lists of the release as files of this time, and returns their folder, for `VERIFY_LISTS`. The
 * lists of a release are older than the visits of a test, so by them alone nobody is called spoofed.
 */
export function currentLists(at: string): string {
  const directory = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-lists-')));
  for (const { id, prefixes } of BUNDLED_LISTS) {
    const file = join(directory, `${id}.txt`);
    writeFileSync(file, `${prefixes.join('\n')}\n`);
    utimesSync(file, new Date(at), new Date(at));
  }
  return directory;
}
