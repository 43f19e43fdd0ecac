import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

const FOLDERS = ['.', 'docs', 'docs/feeds', 'docs/decisions', 'deploy', 'integrations'];

/** Every document of the repository, as a path from its top. */
export const PAGES = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(folder, file)),
);
