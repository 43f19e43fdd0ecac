import { Command } from 'commander';
import { answering } from '../program/answering.js';
import type { Dependencies } from '../program/dependencies.js';
import { parseDomain } from '../options/parse-domain.js';

const EXAMPLES = `
Examples:
  botgauge bootstrap
  botgauge bootstrap --domain shop.example --json`;

export function bootstrapCommand(dependencies: Dependencies): Command {
  return new Command('bootstrap')
    .description('make the first account with a website and both keys; later runs change nothing')
    .option('--domain <domain>', 'domain of the website', parseDomain, 'example.com')
    .addHelpText('after', EXAMPLES)
    .action(
      answering(dependencies, async ({ domain }: { domain: string }) => {
        const { answerBootstrap } = await import('./answer-bootstrap.js');
        return answerBootstrap(dependencies, domain);
      }),
    );
}
