import { eventually } from '@app/testing';

const PATIENCE_MS = 60_000;

/** Waits until a number has reached the wanted value. */
export function untilAtLeast(
  what: string,
  wanted: number,
  read: () => Promise<number>,
  everyMs = 50,
): Promise<void> {
  return eventually(
    async () => {
      const number = await read();
      if (number < wanted) throw new Error(`${what}: ${number}, wanted ${wanted}`);
    },
    PATIENCE_MS,
    everyMs,
  );
}
