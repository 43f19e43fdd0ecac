import type { Producer } from './producer.js';
import type { Random } from '../support/random.js';
import type { QueueName } from '../support/stores.js';
import type { Stage, StageOptions } from './stage.js';

/** What a fault works with. */
export interface Scene {
  stage: Stage;
  random: Random;
  /**
   * How often something is done: `full` times, or a tenth of that in a short run, but at least
   * once.
   */
  times(full: number): number;
  /**
   * How long something lasts in milliseconds: `full` seconds, or a quarter of that in a short run.
   */
  lasting(full: number): number;
  /** Adds a remark for the table. */
  note(text: string): void;
}

export interface Fault {
  /** The number of the fault. Mutations have `M` and a number. */
  id: string;
  name: string;
  queues: readonly QueueName[];
  /** True when the product is damaged on purpose, and the oracle must notice it. */
  mutation?: boolean;
  /** Returns why the fault cannot run on this machine, or undefined when it can. */
  missing?: () => string | undefined;
  stage?: () => StageOptions;
  /**
   * Puts the stage through the fault. Returns the producers whose obligations are judged
   * afterwards.
   */
  run(scene: Scene): Promise<Producer[]>;
}

export const BOTH: readonly QueueName[] = ['postgres', 'redis'];

/** The fault cannot run on this release or machine. The message says why. */
export class NotRun extends Error {}

/**
 * Checks a condition.
 *
 * @throws Error with the message when the condition does not hold
 */
export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
