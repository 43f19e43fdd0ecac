import { EVENT_KINDS, type EventKind, webhookRotationSchema } from '@app/contracts';
import { InvalidArgumentError } from 'commander';

/** Reads kinds of events with commas between them, or the word for all of them. */
export function parseKinds(text: string): EventKind[] | 'all' {
  if (text === 'all') return 'all';
  const kinds = text.split(',').map((kind) => kind.trim());
  const isKnown = (kind: string): kind is EventKind => EVENT_KINDS.includes(kind as EventKind);
  if (kinds.every(isKnown)) return [...new Set(kinds)];
  throw new InvalidArgumentError(`It must be all, or some of ${EVENT_KINDS.join(',')}.`);
}

export function parseOverlap(text: string): number {
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  const parsed = webhookRotationSchema.safeParse({ overlap_seconds: seconds });
  if (parsed.success) return parsed.data.overlap_seconds;
  throw new InvalidArgumentError('It must be an integer from 0 to 604800.');
}
