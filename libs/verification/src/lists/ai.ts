import type { AddressList } from '../address-list.js';

const OPENAI = 'https://developers.openai.com/api/docs/bots';
const AMAZON = 'https://developer.amazon.com/amazonbot';
const KIMI = 'https://www.kimi.com/policies/kimi-crawlers';

/** Operators of AI bots, alphabetically after OpenAI and Anthropic. */
export const AI_LISTS: readonly AddressList[] = [
  {
    id: 'gptbot',
    provider: 'OpenAI',
    role: 'bots',
    published: OPENAI,
    sources: ['https://openai.com/gptbot.json'],
    format: 'prefixes',
    completeFor: ['gptbot'],
    // All of it is in networks of Microsoft Azure, and so was all that was added in 18 months.
    provesForDays: 7,
    rentsFrom: ['microsoft-cloud'],
  },
  {
    id: 'oai-searchbot',
    provider: 'OpenAI',
    role: 'bots',
    published: OPENAI,
    sources: ['https://openai.com/searchbot.json'],
    format: 'prefixes',
    completeFor: ['oai-searchbot'],
    provesForDays: 7,
    rentsFrom: ['microsoft-cloud'],
  },
  {
    id: 'chatgpt-user',
    provider: 'OpenAI',
    role: 'bots',
    published: OPENAI,
    sources: ['https://openai.com/chatgpt-user.json'],
    format: 'prefixes',
    // OpenAI says that it is complete. But for six weeks of 2025 it had 16 addresses of offices at
    // access providers, which nobody could have foreseen, so nobody outside is called spoofed.
    completeFor: [],
    // Half of it changes within half a year.
    provesForDays: 2,
    rentsFrom: ['microsoft-cloud'],
  },
  {
    id: 'oai-adsbot',
    provider: 'OpenAI',
    role: 'bots',
    published: OPENAI,
    sources: ['https://openai.com/adsbot.json'],
    format: 'prefixes',
    completeFor: ['oai-adsbot'],
    provesForDays: 7,
    rentsFrom: ['microsoft-cloud'],
  },
  {
    id: 'claudebot',
    provider: 'Anthropic',
    role: 'bots',
    published: 'https://support.claude.com/en/articles/8896518',
    sources: ['https://claude.com/crawling/bots.json'],
    format: 'prefixes',
    // One list for the three. Claude Code calls itself Claude-User, too, but has its own row in the
    // registry.
    completeFor: ['claudebot', 'claude-searchbot', 'claude-user'],
    // Single addresses of three clouds: Google first, then Amazon and Microsoft within a month.
    provesForDays: 2,
    rentsFrom: ['amazon-cloud', 'google-cloud', 'microsoft-cloud'],
  },
  {
    id: 'amazonbot',
    provider: 'Amazon',
    role: 'bots',
    published: AMAZON,
    // The JSON stands in a page of HTML.
    sources: [],
    format: 'prefixes',
    completeFor: ['amazonbot'],
    provesForDays: 2,
    rentsFrom: ['amazon-cloud'],
    // Amazon names these three; its other bots crawl for customers, from elsewhere.
    verifies: ['amazonbot', 'amzn-searchbot', 'amzn-user'],
  },
  {
    id: 'amzn-searchbot',
    provider: 'Amazon',
    role: 'bots',
    published: AMAZON,
    sources: [],
    format: 'prefixes',
    completeFor: ['amzn-searchbot'],
    provesForDays: 2,
    rentsFrom: ['amazon-cloud'],
    // Amazon names these three; its other bots crawl for customers, from elsewhere.
    verifies: ['amazonbot', 'amzn-searchbot', 'amzn-user'],
  },
  {
    id: 'amzn-user',
    provider: 'Amazon',
    role: 'bots',
    published: AMAZON,
    sources: [],
    format: 'prefixes',
    completeFor: ['amzn-user'],
    provesForDays: 2,
    rentsFrom: ['amazon-cloud'],
    // Amazon names these three; its other bots crawl for customers, from elsewhere.
    verifies: ['amazonbot', 'amzn-searchbot', 'amzn-user'],
  },
  {
    id: 'applebot',
    provider: 'Apple',
    role: 'bots',
    published: 'https://support.apple.com/en-us/119829',
    sources: ['https://search.developer.apple.com/applebot.json'],
    format: 'prefixes',
    // Applebot-Extended is a word for robots.txt and comes from nowhere.
    completeFor: ['applebot'],
    // It grew from 12 prefixes to 21 in a day, all within the network of the company.
    provesForDays: 7,
    ownNetworks: ['17.0.0.0/8'],
  },
  {
    id: 'ccbot',
    provider: 'Common Crawl',
    role: 'bots',
    published: 'https://commoncrawl.org/ccbot',
    sources: ['https://index.commoncrawl.org/ccbot.json'],
    format: 'prefixes',
    completeFor: ['ccbot'],
    // What was added in a year is of Amazon, too.
    provesForDays: 7,
    rentsFrom: ['amazon-cloud'],
  },
  {
    id: 'kagi',
    provider: 'Kagi',
    role: 'bots',
    published: 'https://kagi.com/bot',
    // The page is for people.
    sources: [],
    format: 'text',
    completeFor: [],
    provesForDays: 7,
  },
  {
    id: 'kimibot',
    provider: 'Moonshot AI',
    role: 'bots',
    published: KIMI,
    sources: ['https://www.kimi.com/policies/kimibot.json'],
    format: 'prefixes',
    // Its changes are not known yet, so one cannot tell where its next addresses will be.
    completeFor: [],
    provesForDays: 2,
  },
  {
    id: 'kimi-searchbot',
    provider: 'Moonshot AI',
    role: 'bots',
    published: KIMI,
    sources: ['https://www.kimi.com/policies/kimi-searchbot.json'],
    format: 'prefixes',
    // Its changes are not known yet, so one cannot tell where its next addresses will be.
    completeFor: [],
    provesForDays: 2,
  },
  {
    id: 'kimi-user',
    provider: 'Moonshot AI',
    role: 'bots',
    published: KIMI,
    sources: ['https://www.kimi.com/policies/kimi-user.json'],
    format: 'prefixes',
    // Its changes are not known yet, so one cannot tell where its next addresses will be.
    completeFor: [],
    provesForDays: 2,
  },
  {
    id: 'linerbot',
    provider: 'Liner',
    role: 'bots',
    published: 'https://docs.getliner.com/docs/linerbot',
    sources: ['https://docs.getliner.com/linerbot.json'],
    format: 'prefixes',
    // Its changes are not known yet, so one cannot tell where its next addresses will be.
    completeFor: [],
    provesForDays: 2,
  },
  {
    id: 'mistralai-index',
    provider: 'Mistral AI',
    role: 'bots',
    published: 'https://docs.mistral.ai/robots',
    sources: ['https://mistral.ai/mistralai-index-ips.json'],
    format: 'prefixes',
    completeFor: ['mistralai-index'],
    provesForDays: 7,
    rentsFrom: ['microsoft-cloud'],
  },
  {
    id: 'mistralai-user',
    provider: 'Mistral AI',
    role: 'bots',
    published: 'https://docs.mistral.ai/robots',
    sources: ['https://mistral.ai/mistralai-user-ips.json'],
    format: 'prefixes',
    completeFor: ['mistralai-user'],
    // Unchanged from February 2025 to September 2026, in networks of Microsoft Azure.
    provesForDays: 7,
    rentsFrom: ['microsoft-cloud'],
  },
  {
    id: 'perplexitybot',
    provider: 'Perplexity',
    role: 'bots',
    published: 'https://docs.perplexity.ai/guides/bots',
    sources: ['https://www.perplexity.ai/perplexitybot.json'],
    format: 'prefixes',
    completeFor: ['perplexitybot'],
    // All of it is in networks of Amazon.
    provesForDays: 7,
    rentsFrom: ['amazon-cloud'],
  },
  {
    id: 'perplexity-user',
    provider: 'Perplexity',
    role: 'bots',
    published: 'https://docs.perplexity.ai/guides/bots',
    sources: ['https://www.perplexity.ai/perplexity-user.json'],
    format: 'prefixes',
    completeFor: ['perplexity-user'],
    provesForDays: 7,
    rentsFrom: ['amazon-cloud'],
  },
  {
    id: 'youbot',
    provider: 'You.com',
    role: 'bots',
    published: 'https://about.you.com/youbot/',
    sources: [],
    format: 'text',
    // One network is known; nobody says that it is the only one.
    completeFor: [],
    provesForDays: 7,
  },
];
