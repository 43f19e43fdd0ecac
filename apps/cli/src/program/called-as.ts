import { basename } from 'node:path';

/**
 * What the operator types to call this command line: every message and every help text that names a
 * command starts with it. In a clone it is npm's form, which works from any folder of it and before
 * anything is installed or built; `npx botgauge` does neither, and outside of the clone it would run
 * whatever has that name in npm's registry. In the image `botgauge` is on the path.
 */
export const BOTGAUGE =
  basename(process.argv[1] ?? '') === 'botgauge' ? 'botgauge' : 'npm run --silent botgauge --';

/** The end of a help text: command lines to copy, given without their first words. */
export function examples(...commands: string[]): string {
  return ['', 'Examples:', ...commands.map((command) => `  ${BOTGAUGE} ${command}`)].join('\n');
}
