import { createProgram } from './create-program.js';
import type { Dependencies } from './dependencies.js';
import { failureOf } from './failure.js';

/** Runs one command line and returns its exit status. Every error ends here, as one message. */
export async function run(argv: string[], dependencies: Dependencies): Promise<number> {
  const program = createProgram(dependencies);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    const { exitStatus, message } = failureOf(error);
    if (message !== undefined) {
      const { json = false } = program.opts<{ json?: boolean }>();
      const text = json ? JSON.stringify({ error: { message } }) : message;
      dependencies.errors.write(`${text}\n`);
    }
    return exitStatus;
  }
}
