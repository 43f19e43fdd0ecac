// The migrations that nobody may change any more: libs/storage/migrations.sha256 has a line for
// each, in the format of sha256sum.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STORAGE = join(import.meta.dirname, '..', '..', 'libs', 'storage');
const FOLDER = 'sql/migrations';
const LIST = 'migrations.sha256';

/** File names with their hashes. */
type Hashes = ReadonlyMap<string, string>;

/** Returns the hash of every migration as it is now. */
export function hashesNow(): Hashes {
  const hashOf = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(STORAGE, file)))
      .digest('hex');
  const files = readdirSync(join(STORAGE, FOLDER)).filter((file) => file.endsWith('.sql'));
  return new Map(files.sort().map((file) => [`${FOLDER}/${file}`, hashOf(`${FOLDER}/${file}`)]));
}

/** Returns the hashes of the migrations that are frozen. */
export function frozenHashes(): Hashes {
  const lines = readFileSync(join(STORAGE, LIST), 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [hash = '', file = ''] = line.split('  ');
      return [file, hash];
    }),
  );
}

/** Returns a sentence for each migration that is not as the list says. */
export function mistakes(now: Hashes, frozen: Hashes): string[] {
  const changed = [...frozen].flatMap(([file, hash]) => {
    if (now.get(file) === hash) return [];
    const what = now.has(file) ? 'was changed' : 'is gone';
    return [
      `${file} ${what}, and databases that have it would be refused. Put it back as it was (git checkout main -- libs/storage/${file}), and write what you need as a new migration with the next number.`,
    ];
  });
  const added = [...now.keys()].filter((file) => !frozen.has(file));
  return [
    ...changed,
    ...added.map((file) => `${file} has no line in libs/storage/${LIST}. Run: npm run schema`),
  ];
}

/** Adds a line for each migration that has none. The other lines stay as they are. */
export function freezeNewMigrations(): void {
  const lines = [...new Map([...hashesNow(), ...frozenHashes()])].map(
    ([file, hash]) => `${hash}  ${file}\n`,
  );
  writeFileSync(join(STORAGE, LIST), lines.sort(byFile).join(''));
}

const byFile = (one: string, other: string) => (one.slice(66) < other.slice(66) ? -1 : 1);
