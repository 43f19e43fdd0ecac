import type { Website } from '../api/types.js';

/** Logs that somebody dropped or chose, and the website for which their lines count. */
export interface GivenLogs {
  files: readonly File[];
  website: Pick<Website, 'id' | 'domain'>;
}

let given: GivenLogs | undefined;
let isBusy = false;
const listeners = new Set<() => void>();
const tellAll = () => listeners.forEach((listener) => listener());

/** The logs that are imported, or were last. */
export const givenLogs = (): GivenLogs | undefined => given;

/** Whether an import is under way. Others must wait until it is over. */
export const isImporting = (): boolean => isBusy;

/** Imports logs, unless an import is under way. The page shows it below its messages. */
export function giveLogs(files: readonly File[], website: GivenLogs['website']): void {
  if (isBusy || files.length === 0) return;
  given = { files, website };
  isBusy = true;
  tellAll();
}

/** The import came to its end. What it did stays on the page until somebody closes it. */
export function importEnded(): void {
  isBusy = false;
  tellAll();
}

export function closeImport(): void {
  if (isBusy) return;
  given = undefined;
  tellAll();
}

export function watchLogs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
