import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '@app/config';
import { CORE_SCHEMA, loadAll, mergeTag } from 'js-yaml';

export const ROOT = join(import.meta.dirname, '..', '..');

export const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

export const exists = (file: string): boolean => existsSync(join(ROOT, file));

export const list = (folder: string): string[] => readdirSync(join(ROOT, folder)).sort();

/** Reads every document of a YAML file. `<<` merges as in Compose. */
export const readYaml = (file: string): unknown[] =>
  loadAll(read(file), { schema: CORE_SCHEMA.withTags(mergeTag) });

export const VERSION = (JSON.parse(read('package.json')) as { version: string }).version;

/** Matches a tag that names one release: `2.29.2-pg17`, but not `latest`, `8` or `17-alpine`. */
export const PINNED = /:v?\d+\.\d+\.\d+[\w.-]*$/;

/** The compiled entry files in the image. */
export const ENTRY = {
  api: 'dist/apps/api/src/main.js',
  worker: 'dist/apps/worker/src/main.js',
  cli: 'dist/apps/cli/src/main.js',
};

/** The environment that our programs may get: our settings, and the options of Node. */
export const ENVIRONMENT = [...Object.keys(SETTINGS), 'NODE_OPTIONS'];
