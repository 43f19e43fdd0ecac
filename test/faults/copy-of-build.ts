import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { must } from './fault.js';

const ROOT = join(import.meta.dirname, '..', '..');

/** Copies the built service, so that the copy can be changed. Returns the folder of the build. */
export function copyOfBuild(): string {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-copy-')));
  for (const name of ['dist', 'package.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'dist');
}

/** Replaces one text in a file of a copied build by what `other` makes of it. */
export function replaceIn(
  dist: string,
  file: string,
  text: string | RegExp,
  other: (found: string) => string,
): void {
  const source = readFileSync(join(dist, file), 'utf8');
  const changed = source.replace(text, other);
  must(changed !== source, `${file} does not say ${text} any more: correct the test`);
  writeFileSync(join(dist, file), changed);
}
