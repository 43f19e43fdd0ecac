import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import type { FetchOptions, OfWebsite } from './sitemap.js';

const SET_HELP = `
Each FILE is a sitemap: XML, or text with an address or a path in every line, of at most 50 MiB, compressed with gzip
or not. All files together replace the pages that were given or fetched before, and the sitemap is fetched no more.
An index of sitemaps lists no pages: give the files that it lists, or let them be fetched.
${examples(
  'sitemap set --website ws_… sitemap.xml',
  'sitemap set --website ws_… sitemap-1.xml.gz sitemap-2.xml.gz',
)}`;

const FETCH_HELP = `
A worker fetches the sitemap within a minute and then every day, with those that an index lists. Without --url it
takes those that https://DOMAIN/robots.txt names, or https://DOMAIN/sitemap.xml. The pages stay when it is
switched off.
${examples(
  'sitemap fetch --website ws_…',
  'sitemap fetch --website ws_… --url https://shop.example/pages.xml',
  'sitemap fetch --website ws_… --off',
)}`;

const WEBSITE = ['--website <id>', 'website whose pages they are, ws_…'] as const;

export function sitemapCommand(dependencies: Dependencies): Command {
  return new Command('sitemap')
    .description('say which pages a website has, so that reports tell which of them bots read')
    .addHelpText(
      'after',
      examples('sitemap fetch --website ws_…', 'sitemap set --website ws_… sitemap.xml'),
    )
    .addCommand(setCommand(dependencies))
    .addCommand(fetchCommand(dependencies))
    .addCommand(showCommand(dependencies))
    .addCommand(removeCommand(dependencies));
}

function setCommand(dependencies: Dependencies): Command {
  return new Command('set')
    .description('give the sitemaps of a website')
    .argument('<files...>', 'the sitemaps')
    .requiredOption(...WEBSITE)
    .addHelpText('after', SET_HELP)
    .action(
      answering(dependencies, async (files: string[], options: OfWebsite) => {
        const { setSitemap } = await import('./sitemap.js');
        return setSitemap(dependencies, files, options);
      }),
    );
}

function fetchCommand(dependencies: Dependencies): Command {
  return new Command('fetch')
    .description('let workers fetch the sitemap of a website every day')
    .requiredOption(...WEBSITE)
    .option('--url <url>', 'address of the sitemap')
    .option('--off', 'fetch it no more')
    .addHelpText('after', FETCH_HELP)
    .action(
      answering(dependencies, async (options: FetchOptions) => {
        const { fetchSitemap } = await import('./sitemap.js');
        return fetchSitemap(dependencies, options);
      }),
    );
}

function showCommand(dependencies: Dependencies): Command {
  return new Command('show')
    .description('print what is known of the sitemap')
    .requiredOption(...WEBSITE)
    .addHelpText(
      'after',
      examples('sitemap show --website ws_…', 'sitemap show --website ws_… --json'),
    )
    .action(
      answering(dependencies, async (options: OfWebsite) => {
        const { showSitemap } = await import('./sitemap.js');
        return showSitemap(dependencies, options);
      }),
    );
}

function removeCommand(dependencies: Dependencies): Command {
  return new Command('remove')
    .description('forget the pages of the sitemap, and fetch it no more')
    .requiredOption(...WEBSITE)
    .addHelpText('after', examples('sitemap remove --website ws_…'))
    .action(
      answering(dependencies, async (options: OfWebsite) => {
        const { removeSitemap } = await import('./sitemap.js');
        return removeSitemap(dependencies, options);
      }),
    );
}
