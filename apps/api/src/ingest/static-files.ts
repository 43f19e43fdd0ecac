import type { StaticFileTest, TextColumn } from '@app/contracts';
import { MOST_PLACES } from './remembered-texts.js';

/** What decides which entries are static files. */
interface StaticFileColumns {
  count: number;
  path: TextColumn<string | null>;
  statusCode: Uint32Array;
  contentType: TextColumn<string | null>;
}

/** What was decided last about each path, and of which status and type. */
const judged = new Int32Array(MOST_PLACES);
const isStatic = new Uint8Array(MOST_PLACES);

/**
 * Returns the rows of entries that are static files, ascending. Paths come again, mostly with the
 * same status and type. No column has more texts than a body has entries, and one for a missing one.
 */
export function staticFilesIn(
  { count, path, statusCode, contentType }: StaticFileColumns,
  isStaticFile: StaticFileTest,
): number[] {
  const found: number[] = [];
  judged.fill(0, 0, path.texts.length);
  for (let row = 0; row < count; row++) {
    const place = path.places[row] as number;
    const status = statusCode[row] as number;
    const type = contentType.places[row] as number;
    const asked = 1 + status * MOST_PLACES + type;
    if (judged[place] !== asked) {
      judged[place] = asked;
      const file = {
        path: path.texts[place] as string,
        statusCode: status,
        contentType: contentType.texts[type] ?? undefined,
      };
      isStatic[place] = isStaticFile(file) ? 1 : 0;
    }
    if (isStatic[place] === 1) found.push(row);
  }
  return found;
}
