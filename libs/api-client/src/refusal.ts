/** What the API said to a request that it did not accept. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
}

/** An answer in the API's envelope, or in that of whatever stands in front of it. */
export function readRefusal(status: number, text: string): Refusal {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (error?.message) return { status, code: error.code ?? '', message: error.message };
  } catch {
    // Not our envelope: the text itself is all there is.
  }
  return { status, code: '', message: text.slice(0, 200).trim() };
}

/** A place a validation error names: index of the entry, and what is wrong with it. */
export interface Place {
  index: number;
  problem: string;
}

/** `entries[17].status_code must be …; entries[18].timestamp must …` */
export function placesOf(message: string): Place[] {
  return [...message.matchAll(/entries\[(\d+)\](?:\.(\w+))? ([^;]+)/g)].map(
    ([, index, field, problem = '']) => ({
      index: Number(index),
      problem: `has a ${field ?? 'value'} that ${problem.trim()}`,
    }),
  );
}

const RETENTION = /must not be more than (\d+) days ago/;

/** The days the service keeps visits, when the message refuses an older one. */
export function retentionOf(message: string): number | undefined {
  const days = RETENTION.exec(message)?.[1];
  return days === undefined ? undefined : Number(days);
}
