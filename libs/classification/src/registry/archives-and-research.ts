import type { RegisteredBot } from './registered-bot.js';

/** Archives of the web, universities and scientific measurements. */
export const ARCHIVE_AND_RESEARCH_BOTS: readonly RegisteredBot[] = [
  {
    id: 1101,
    slug: 'internet-archive',
    name: 'Internet Archive',
    provider: 'Internet Archive',
    category: 'archiver',
    documentation: 'https://archive.org/details/archive.org_bot',
    tokens: ['archive.org_bot', 'ia_archiver-web.archive.org'],
    examples: [
      'Mozilla/5.0 (compatible; archive.org_bot +http://www.archive.org/details/archive.org_bot)',
    ],
  },
  {
    id: 1102,
    slug: 'heritrix',
    name: 'Heritrix',
    provider: 'Internet Archive',
    category: 'archiver',
    documentation: 'https://github.com/internetarchive/heritrix3',
    tokens: ['heritrix'],
    examples: ['Mozilla/5.0 (compatible; heritrix/1.12.1 +http://www.webarchiv.cz)'],
  },
  {
    id: 1103,
    slug: 'ia-archiver',
    name: 'ia_archiver',
    provider: 'Alexa Internet',
    category: 'archiver',
    documentation: null,
    tokens: ['ia_archiver'],
    examples: ['ia_archiver (+http://www.alexa.com/site/help/webmasters; crawler@alexa.com)'],
  },
  {
    id: 1104,
    slug: 'archivebot',
    name: 'ArchiveBot',
    provider: 'ArchiveTeam',
    category: 'archiver',
    documentation: 'https://wiki.archiveteam.org/index.php?title=ArchiveBot',
    tokens: ['ArchiveTeam ArchiveBot'],
    examples: ['ArchiveTeam ArchiveBot/20170106.02 (wpull 2.0.2)'],
  },
  {
    id: 1151,
    slug: 'semanticscholarbot',
    name: 'SemanticScholarBot',
    provider: 'Allen Institute for AI',
    category: 'academic',
    documentation: 'https://www.semanticscholar.org/crawler',
    tokens: ['SemanticScholarBot'],
    examples: [
      'Mozilla/5.0 (compatible) SemanticScholarBot (+https://www.semanticscholar.org/crawler)',
    ],
  },
  {
    id: 1152,
    slug: 'turnitinbot',
    name: 'TurnitinBot',
    provider: 'Turnitin',
    category: 'academic',
    documentation: 'https://www.turnitin.com/robot/crawlerinfo.html',
    tokens: ['TurnitinBot', 'Turnitin'],
    examples: [
      'TurnitinBot (https://turnitin.com/robot/crawlerinfo.html)',
      'Turnitin (https://bit.ly/2UvnfoQ)',
    ],
  },
];
