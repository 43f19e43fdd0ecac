// Senders are separate processes, apart from everything that is measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { killedAtEnd } from '@app/testing';

/** Carries out one order after the other. */
export interface Child<Order, Result> {
  ask(order: Order): Promise<Result>;
  end(): void;
}

const RUN = join(import.meta.dirname, '..', 'run.mjs');

/** @param module a file of this folder whose `main` calls `carryOut` */
export function startChild<Order extends object, Result>(module: string): Child<Order, Result> {
  const child = killedAtEnd(fork(RUN, [`bench/${module}`], { execArgv: [] }));
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`${module} ended with ${status}`);
  });
  // The end of the child is a fault only while it is working on an order.
  ended.catch(() => undefined);
  return {
    ask: async (order) => {
      child.send(order);
      const [result] = await Promise.race([once(child, 'message'), ended]);
      return result as Result;
    },
    end: () => void child.kill(),
  };
}

/** In the child: carries out every order until the parent ends it. */
export async function carryOut<Order, Result>(
  work: (order: Order) => Promise<Result>,
): Promise<number> {
  process.on('message', (order) => {
    work(order as Order).then(
      (result) => process.send?.(result),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
  await once(process, 'disconnect');
  return 0;
}
