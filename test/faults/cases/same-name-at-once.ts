import { BOTH, type Fault, must } from '../fault.js';
import { Producer } from '../producer.js';

const AT_ONCE = 20;

export const sameNameAtOnce: Fault = {
  id: '12',
  name: 'one Idempotency-Key 20 times at once',
  queues: BOTH,
  stage: () => ({ apiCount: 2 }),
  run: async ({ stage, times, note }) => {
    const producer = new Producer(stage);
    const rounds = times(20);
    const seen = new Map<number | undefined, number>();
    for (let round = 0; round < rounds; round++) {
      for (const status of await producer.sendAtOnce(AT_ONCE)) {
        must(status === 200 || status === 409, `A repeat was answered ${status}`);
        seen.set(status, (seen.get(status) ?? 0) + 1);
      }
    }
    note(`${rounds} names: ${seen.get(200) ?? 0} answers 200, ${seen.get(409) ?? 0} answers 409`);
    return [producer];
  },
};
