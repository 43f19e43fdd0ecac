import fs from 'node:fs';
import path from 'node:path';
import { BUNDLED_LISTS } from '@app/verification';

/**
 * Writes the lists of the release into a folder, as files of this day, and returns the folder. The
 * visits of the sample log are made up, with addresses of these lists. So the lists are as true on
 * its last day as on their own, and some visits can be shown to be spoofed.
 */
export function listsOfTheLog(folder: string, lastDay: Date): string {
  const directory = path.join(folder, 'lists');
  fs.mkdirSync(directory);
  for (const { id, prefixes } of BUNDLED_LISTS) {
    const file = path.join(directory, `${id}.txt`);
    fs.writeFileSync(file, `${prefixes.join('\n')}\n`);
    fs.utimesSync(file, lastDay, lastDay);
  }
  return directory;
}
