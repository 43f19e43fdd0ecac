import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOT_REGISTRY } from './registry/bot-registry.js';

const PAGE = readFileSync(join(__dirname, '../../../docs/ai-agents.md'), 'utf8');
/** The first table, without its head: one agent per line, in eight cells. */
const ROWS = (PAGE.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, agent = '', operator, category, words = '', seen, addresses, robots]) => ({
    ...{ agent, operator, category, words, seen, addresses, robots },
  }));

it('has fifty agents, each once', () => {
  expect(new Set(ROWS.map(({ agent }) => agent)).size).toBe(50);
  expect(ROWS).toHaveLength(50);
});

it.each(ROWS)('says of $agent what the registry says', (row) => {
  const bot = BOT_REGISTRY.find(({ name }) => name === row.agent);
  expect(row).toMatchObject({
    operator: bot?.provider,
    category: `\`${bot?.category}\``,
    robots: bot?.robotsTxt ?? '',
    addresses: [
      ...(bot?.addressRanges ? [`[published](${bot.addressRanges})`] : []),
      ...(bot?.signatureAgents?.length ? ['signature'] : []),
    ].join(', '),
  });
});

it.each(ROWS)('quotes the operator of $agent shortly and with the page, or nobody', (row) => {
  const [, quotation, page] = /^"(.+)" \(\[[^\]]+\]\((.+)\)\)$/.exec(row.words) ?? [];
  if (quotation === undefined) {
    expect(row).toMatchObject({ words: 'no page found', seen: '' });
    return;
  }
  expect(quotation.split(/\s+/).length).toBeLessThan(20);
  expect(URL.canParse(page ?? '')).toBe(true);
  expect(['page', 'copy']).toContain(row.seen);
});
