/** Gets the duration of each step, with the time that it waits for a store or other batches. */
export interface StepSeconds {
  observe(labels: { step: string }, seconds: number): void;
}

/** A step that threw, and what. */
export interface FailedStep {
  kind: 'failed';
  step: string;
  error: unknown;
}

interface Step {
  name: string;
  work: (input: never) => unknown;
}

/** Steps one after the other: each takes what the one before returned, and is timed under its name. */
export class StepChain<In, Out = In> {
  private constructor(
    private readonly steps: readonly Step[],
    private readonly stepSeconds: StepSeconds | undefined,
  ) {}

  static of<In>(stepSeconds: StepSeconds | undefined): StepChain<In> {
    return new StepChain<In>([], stepSeconds);
  }

  /** Returns the chain with one more step at its end. */
  step<Next>(name: string, work: (input: Out) => Next | Promise<Next>): StepChain<In, Next> {
    const step = { name, work: timed(name, work, this.stepSeconds) };
    return new StepChain<In, Next>([...this.steps, step], this.stepSeconds);
  }

  /** Takes an input through all steps. It never throws. */
  async run(input: In): Promise<Out | FailedStep> {
    let value: unknown = input;
    for (const { name, work } of this.steps) {
      try {
        value = await work(value as never);
      } catch (error) {
        return { kind: 'failed', step: name, error };
      }
    }
    return value as Out;
  }
}

/** Returns a step that reports its duration under its name, even when it fails. */
export function timed<In, Out>(
  name: string,
  work: (input: In) => Out,
  stepSeconds: StepSeconds | undefined,
): (input: In) => Out {
  if (!stepSeconds) return work;
  return (input) => {
    const begun = performance.now();
    const tell = () => stepSeconds.observe({ step: name }, (performance.now() - begun) / 1_000);
    try {
      const output = work(input);
      if (output instanceof Promise) void output.then(tell, tell);
      else tell();
      return output;
    } catch (error) {
      tell();
      throw error;
    }
  };
}
