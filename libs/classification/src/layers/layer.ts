import type { Verdict } from '@app/contracts';

/** One step of the classification: a verdict, or undefined when the next layer shall decide. */
export type Layer = (userAgent: string) => Verdict | undefined;
