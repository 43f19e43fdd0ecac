import { basename } from 'node:path';

/**
 * What the operator types to run this command line. Every message and every help text that names a
 * command starts with it. In a clone it is npm's form, which works from any folder of the clone and
 * before anything is installed or built. npx does neither, and outside the clone it
 * would run whatever has that name in npm's registry. In the image, `botgauge` is on the path.
 */
export const BOTGAUGE =
  basename(process.argv[1] ?? '') === 'botgauge' ? 'botgauge' : 'npm run --silent botgauge --';

/**
 * Returns the end of a help text: command lines to copy. They are given without their first words.
 */
export function examples(...commands: string[]): string {
  return ['', 'Examples:', ...commands.map((command) => `  ${BOTGAUGE} ${command}`)].join('\n');
}
