import { Command } from 'commander';
import { type Dependencies, give, wantsJson } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseDomain } from '../program/options.js';

export function bootstrapCommand(dependencies: Dependencies): Command {
  return new Command('bootstrap')
    .description('create the first account with a website and both keys; later runs change nothing')
    .option('--domain <domain>', 'domain of the website', parseDomain, 'example.com')
    .addHelpText('after', examples('bootstrap', 'bootstrap --domain shop.example --json'))
    .action(async ({ domain }: { domain: string }, command: Command) => {
      const { bootstrap } = await import('./bootstrap.js');
      const json = wantsJson(command);
      await bootstrap(dependencies, domain, (answer) => give(dependencies, answer, json));
    });
}
