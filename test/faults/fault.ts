import type { Producer } from './producer.js';
import type { Random } from './random.js';
import type { QueueName } from '../support/stores.js';
import type { Stage, StageOptions } from './stage.js';

/** What a fault works with. */
export interface Scene {
  stage: Stage;
  random: Random;
  /** How often something is done: `full`, or a tenth of it in a short run, at least once. */
  times(full: number): number;
  /** How long something lasts, in milliseconds: `full` seconds, or a quarter of them in a short run. */
  lasting(full: number): number;
  /** A figure for the table. */
  note(text: string): void;
}

export interface Fault {
  /** Its number; of a mutation `M` and a number. */
  id: string;
  name: string;
  queues: readonly QueueName[];
  /** The product is changed for the worse, and the oracle has to see it. */
  mutation?: boolean;
  /** Why it cannot run on this machine. */
  missing?: () => string | undefined;
  stage?: () => StageOptions;
  /** Puts the stage through it; the producers whose obligations are judged afterwards. */
  run(scene: Scene): Promise<Producer[]>;
}

export const BOTH: readonly QueueName[] = ['postgres', 'redis'];

/** The fault cannot be run on this release or machine; the message says why. */
export class NotRun extends Error {}

/** @throws Error with the message unless the condition holds */
export function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
