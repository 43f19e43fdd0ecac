// The process that sends entries: apart from everything that is measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** `order`: what holds for every sending, see producer.mjs. */
export function startProducer(order) {
  const child = fork(join(import.meta.dirname, 'producer.mjs'), [], { execArgv: [] });
  let seed = 0;
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`The producer ended with ${status}`);
  });
  // Its end is a fault only while it sends.
  ended.catch(() => undefined);
  return {
    send: async (what) => {
      child.send({ ...order, ...what, seed: ++seed });
      const [sent] = await Promise.race([once(child, 'message'), ended]);
      return sent;
    },
    stop: () => child.kill(),
  };
}
