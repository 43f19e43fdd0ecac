import type { CountedAt, Fault, FileProgress, FromReader } from './protocol.js';

/** A file of an import, as far as it came. */
export interface FileState {
  name: string;
  /** Undefined until its format was looked for. */
  progress?: FileProgress;
  isEnded: boolean;
  /** Why it was not read to its end. */
  fault?: Fault;
}

/** An import of dropped files. */
export interface ImportState {
  files: readonly FileState[];
  /**
   * `starting`: the key is made. `reading`: files are read and sent. `stopping`: what is under way
   * comes to its end. `counting`: everything is sent, and the service counts it. `over`: nothing
   * more happens.
   */
  phase: 'starting' | 'reading' | 'stopping' | 'counting' | 'over';
  /** Why the service must be waited for; empty when it cannot be reached. */
  waiting?: string | undefined;
  /** Why nothing could be sent at all. */
  problem?: string;
  /** Where the entries count; undefined until it is known. */
  countedAt?: CountedAt;
  /** What became of the key, when it could not be revoked. */
  keyNote?: string;
}

export function newImport(names: readonly string[]): ImportState {
  return { files: names.map((name) => ({ name, isEnded: false })), phase: 'starting' };
}

/** Returns the import after the reader said something. */
export function afterMessage(state: ImportState, message: FromReader): ImportState {
  switch (message.kind) {
    case 'progress':
      return withFile(state, message.file, { progress: message.progress });
    case 'wait':
      return { ...state, waiting: message.reason };
    case 'end': {
      const { file, fault } = message;
      return withFile(state, file, { isEnded: true, ...(fault && { fault }) });
    }
    case 'counted':
      return { ...state, countedAt: message.at };
    case 'over':
      return { ...state, waiting: undefined };
  }
}

function withFile(state: ImportState, at: number, change: Partial<FileState>): ImportState {
  const files = state.files.map((file, index) => (index === at ? { ...file, ...change } : file));
  return { ...state, files };
}

/** What all files of an import brought together. */
export interface ImportTotal {
  entries: number;
  rejected: number;
  /** First and last moment of the entries, epoch milliseconds UTC. */
  span: { first: number; last: number } | undefined;
}

export function totalOf({ files }: ImportState): ImportTotal {
  const total: ImportTotal = { entries: 0, rejected: 0, span: undefined };
  for (const { progress } of files) {
    if (!progress) continue;
    const { entries, rejected, span } = progress;
    total.entries += entries;
    total.rejected += rejected;
    if (!span) continue;
    const { first, last } = total.span ?? span;
    total.span = { first: Math.min(first, span.first), last: Math.max(last, span.last) };
  }
  return total;
}

/** Returns the days of UTC of some moments, as an address of the page has them. */
export function daysOf({ first, last }: { first: number; last: number }) {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { start: day(first), end: day(last) };
}
