import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { listsOfTheLog } from '../../apps/launcher/src/demo/lists-of-the-log.js';

/**
 * Writes the lists of the release as files of this time, and returns their folder, for `VERIFY_LISTS`. The
 * lists of a release are older than the visits of a test, so by them alone nobody is called spoofed.
 */
export function currentLists(at = new Date().toISOString()): string {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-lists-')));
  return listsOfTheLog(folder, new Date(at));
}
