import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseDomain } from '../program/options.js';

export function bootstrapCommand(dependencies: Dependencies): Command {
  return new Command('bootstrap')
    .description('make the first account with a website and both keys; later runs change nothing')
    .option('--domain <domain>', 'domain of the website', parseDomain, 'example.com')
    .addHelpText('after', examples('bootstrap', 'bootstrap --domain shop.example --json'))
    .action(
      answering(dependencies, async ({ domain }: { domain: string }) => {
        const { answerBootstrap } = await import('./bootstrap.js');
        return answerBootstrap(dependencies, domain);
      }),
    );
}
