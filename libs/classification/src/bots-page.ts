import { BOT_CATEGORIES, type BotCategory, isAiCategory } from '@app/contracts';
import { BOT_REGISTRY, REGISTRY_VERSION } from './registry/bot-registry.js';
import type { RegisteredBot } from './registry/registered-bot.js';

/** Describes what each category contains. */
const CATEGORIES: Readonly<Record<BotCategory, string>> = {
  ai_search: 'Builds the index of an AI answer engine.',
  ai_training: 'Collects text and pictures to train models.',
  ai_assistant: 'Fetches a page because a person asked an assistant.',
  ai_agent: 'Acts for a person: agentic browsers and coding agents.',
  ai_data_provider: 'Collects text for companies that make AI.',
  ai_unidentified: 'Is for AI by what it says of itself, and nothing says for what.',
  search_engine: 'Builds the index of a search engine.',
  seo: 'Watches rankings and links, and audits sites for search engines.',
  social_preview: 'Fetches the page behind a shared link to show a preview.',
  feed_fetcher: 'Reads feeds for subscribers.',
  monitoring: 'Watches availability, speed and validity.',
  advertising: 'Places and checks advertisements.',
  archiver: 'Keeps copies of pages.',
  academic: 'Collects for research.',
  security_scanner: 'Looks for security holes, certificates and malware.',
  aggregator:
    'Collects for catalogues, job boards, statistics, watchers of brands and media, and other services, also where nobody tells which.',
  webhook: 'Calls an address because somebody told it to.',
  http_client: 'A library or a program. Nothing tells who uses it.',
  headless_browser: 'A browser that a program controls.',
  disguised: 'Claims to be a browser with a user agent that no browser sends.',
  undeclared_automation: 'Claims to be a browser, and is none by what it did within a day.',
  unidentified: 'A bot that no row names.',
};

const HEAD = `# Bots

This page lists every bot that a visit can be classified as, by category. It is written from the registry
(version ${REGISTRY_VERSION}, ${BOT_REGISTRY.length} rows) by \`npm run docs\`; the same list is at \`GET /api/v1/bots\`. With your own
file you can add rows, and change these by their id ([how](bots-file.md)). A bot that has no row is reported under
the name that it gives itself ([how](declared-bots.md)).

What the operators of the best known AI bots say themselves is in [AI agents](ai-agents.md).

"Checked" is the day on which the facts of the row were last looked at
([what that means](decisions/0019-what-a-row-says.md)). "robots.txt" tells whether the operator says that the bot obeys
it; it is empty if the operator says nothing. "Never visits" is a word for robots.txt that the operator says no program
sends: a visitor with this name is somebody else. "Retired" says since when the operator does not use the bot any more.
"Addresses" is the page on which the operator publishes the addresses of its bot. "Signature agent" is the host
that the bot names in the header \`Signature-Agent\`; a bot with the user agent of a plain browser is recognised by it.
`;

/** Returns the registry as a page of Markdown for people to read. */
export function botsPage(): string {
  const sections = BOT_CATEGORIES.map((category) => section(category, rowsOf(category)));
  return [HEAD, ...sections].join('\n');
}

function rowsOf(category: BotCategory): RegisteredBot[] {
  return BOT_REGISTRY.filter((row) => row.category === category).sort((a, b) =>
    a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1,
  );
}

function section(category: BotCategory, rows: readonly RegisteredBot[]): string {
  const title = `## \`${category}\`\n\n${CATEGORIES[category]}\n`;
  if (rows.length === 0) return `${title}\n${NO_ROWS}\n`;
  const ai = isAiCategory(category);
  const head = ai
    ? '| Bot | Provider | Id | Checked | robots.txt | Addresses | Signature agent |\n| --- | --- | --- | --- | --- | --- | --- |'
    : '| Bot | Provider | Id | Checked |\n| --- | --- | --- | --- |';
  const lines = rows.map((row) => (ai ? aiLine(row) : `| ${factsOfAll(row)} |`));
  return `${title}\n${head}\n${lines.join('\n')}\n`;
}

const NO_ROWS = 'No row has it, only [bots that name themselves](declared-bots.md).';

function aiLine(row: RegisteredBot): string {
  const addresses = row.addressRanges === undefined ? '' : `[published](${row.addressRanges})`;
  const agents = (row.signatureAgents ?? []).map((host) => `\`${host}\``).join(', ');
  return `| ${factsOfAll(row)} | ${row.robotsTxt ?? ''} | ${addresses} | ${agents} |`;
}

function factsOfAll(row: RegisteredBot): string {
  return `${named(row)}${limits(row)} | ${cell(row.provider)} | ${row.id} | ${row.checkedOn ?? ''}`;
}

function limits({ neverVisits, retiredSince }: RegisteredBot): string {
  const never = neverVisits === true ? ' (never visits)' : '';
  return retiredSince === undefined ? never : `${never} (retired since ${retiredSince})`;
}

function named({ name, documentation }: RegisteredBot): string {
  return documentation === null
    ? cell(name)
    : `[${cell(name)}](${documentation.replace(/[ ()|]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)})`;
}

function cell(text: string): string {
  return text.replace(/[|[\]_*]/g, (sign) => `\\${sign}`);
}
