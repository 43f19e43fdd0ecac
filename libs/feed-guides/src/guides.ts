import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Guide } from './guide.js';
import { guideIn } from './page.js';

/** The pages about feeds. The build puts them beside the compiled files, at the same distance. */
const PAGES = join(import.meta.dirname, '../../../docs/feeds');

/** Reads the guides of all pages, in the order of their senders. */
export function readGuides(): Guide[] {
  return readdirSync(PAGES)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => guideIn(page, readFileSync(join(PAGES, page), 'utf8')) ?? [])
    .sort((one, other) => one.sender.localeCompare(other.sender));
}

/** Returns the guides of the senders that somebody may mean who calls one by another name. */
export function guidesAlsoFor(name: string, guides: readonly Guide[]): Guide[] {
  const wanted = name.toLowerCase();
  return guides.filter(({ title, names }) =>
    [title, ...names].some((one) => one.toLowerCase() === wanted),
  );
}
