// The hashes of the migrations: libs/storage/migrations.sha256 has a line for each, in the format of
// sha256sum. From version 1.0.0 on nobody may change a migration any more.
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

/** Returns the hashes of the migrations that the list has. */
export function frozenHashes(): Hashes {
  const lines = readFileSync(join(STORAGE, LIST), 'utf8').trimEnd().split('\n');
  return new Map(
    lines.map((line) => {
      const [hash = '', file = ''] = line.split('  ');
      return [file, hash];
    }),
  );
}

/** Whether databases of users have the migrations: from version 1.0.0 on. */
export function areReleased(): boolean {
  const root = join(STORAGE, '..', '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return !version.startsWith('0.');
}

/** Returns a sentence for each migration that is not as the list says. */
export function mistakes(now: Hashes, frozen: Hashes, released = areReleased()): string[] {
  const write = 'Run: npm run schema';
  const changed = [...frozen].flatMap(([file, hash]) => {
    if (now.get(file) === hash) return [];
    const what = now.has(file) ? 'was changed' : 'is gone';
    return [
      released
        ? `${file} ${what}, and databases that have it would be refused. Put it back as it was (git checkout main -- libs/storage/${file}), and write what you need as a new migration with the next number.`
        : `${file} ${what}. ${write}`,
    ];
  });
  const added = [...now.keys()].filter((file) => !frozen.has(file));
  return [
    ...changed,
    ...added.map((file) => `${file} has no line in libs/storage/${LIST}. ${write}`),
  ];
}

/** Writes a line for each migration. Lines of released migrations stay as they are. */
export function freezeMigrations(): void {
  const hashes = new Map([...hashesNow(), ...(areReleased() ? frozenHashes() : [])]);
  const lines = [...hashes].map(([file, hash]) => `${hash}  ${file}\n`);
  writeFileSync(join(STORAGE, LIST), lines.sort(byFile).join(''));
}

const byFile = (one: string, other: string) => (one.slice(66) < other.slice(66) ? -1 : 1);
