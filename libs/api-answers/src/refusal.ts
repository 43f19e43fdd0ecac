/** What the API said to a request that it did not accept. */
export interface Refusal {
  status: number;
  code: string;
  message: string;
}

/** Reads an answer in the API's envelope, or in that of a proxy in front of it. */
export function readRefusal(status: number, text: string): Refusal {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string } };
    if (error?.message) return { status, code: error.code ?? '', message: error.message };
  } catch {
    // This is not our envelope, so only the text itself is known.
  }
  return { status, code: '', message: text.slice(0, 200).trim() };
}

/** A place that a validation error names: the index of the entry, and what is wrong with it. */
export interface Place {
  index: number;
  problem: string;
}

/** Reads places from `entries[17].status_code must be …; entries[18].timestamp must …`. */
export function placesOf(message: string): Place[] {
  return [...message.matchAll(/entries\[(\d+)\](?:\.(\w+))? ([^;]+)/g)].map(
    ([, index, field, problem = '']) => ({
      index: Number(index),
      problem: `has a ${field ?? 'value'} that ${problem.trim()}`,
    }),
  );
}

const RETENTION = /must not be more than (\d+) days ago/;

/** Returns how many days the service keeps visits, if the message refuses an older one. */
export function retentionOf(message: string): number | undefined {
  const days = RETENTION.exec(message)?.[1];
  return days === undefined ? undefined : Number(days);
}
