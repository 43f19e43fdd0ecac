import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BOT_REGISTRY } from '@app/classification';
import {
  BOT_CATEGORIES,
  type BotCategory,
  robotsInputSchema,
  type RobotsLeftOut,
  type RobotsState,
} from '@app/contracts';
import { MOST_ROBOTS_BYTES } from '@app/contracts';
import { LONGEST_LINE, MOST_RULES, readRobots, rulesAgainst } from '@app/robots';
import { Accounts, robotsState, RobotsTexts, WebsiteFetches, type WebsiteRow } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { type Pool, withDatabase } from '../program/database.js';
import { CommandError, UsageError } from '../program/failure.js';
import { fetchInWords } from '../program/fetch-in-words.js';
import { renderList } from '../program/list.js';
import { requireWebsite } from '../websites/websites.js';

/** The options of commands about one text. */
export interface TextOptions {
  website: string;
  /** First day of the text, `YYYY-MM-DD`. */
  from?: string;
}
export type SetOptions = TextOptions;

export interface GenerateOptions {
  disallow: string;
}

const HEADINGS = ['FROM', 'TO', 'SOURCE', 'BYTES', 'NOTED'];

/**
 * Gives the robots.txt of a website.
 *
 * @throws CommandError when the file cannot be read, or the website is not there; UsageError for a
 *   text that is too long
 */
export async function setRobots(
  dependencies: Dependencies,
  file: string,
  { website, from }: SetOptions,
): Promise<Answer> {
  const parsed = robotsInputSchema.safeParse({ text: await textOf(dependencies, file), from });
  if (!parsed.success) throw new UsageError(`${file} ${parsed.error.issues[0]?.message}.`);
  const { text = '' } = parsed.data;
  return onWebsite(dependencies, website, async (found, { texts, state }) => {
    const content = text ?? '';
    const kept = await texts.keep(found.id, { content, source: 'given', from, now: new Date() });
    if (!kept) throw new CommandError(`Website ${website} was deleted in the meantime.`);
    return {
      document: await state(),
      text: [
        kept.is_new
          ? `Visits to ${found.domain} are judged by this text from ${kept.valid_from} on (UTC).`
          : `The text of ${kept.valid_from} says the same, so nothing changed.`,
        ...leftOutInWords(readRobots(content).leftOut),
      ].join('\n'),
    };
  });
}

export async function fetchRobots(
  dependencies: Dependencies,
  { website, off = false }: { website: string; off?: boolean },
): Promise<Answer> {
  return onWebsite(dependencies, website, async (found, { fetches, state }) => {
    if (off) await fetches.switchOff(found.id, 'robots');
    else await fetches.switchOn(found.id, 'robots', null);
    return {
      document: await state(),
      text: off
        ? `The robots.txt of ${found.domain} is fetched no more. Texts that were found stay.`
        : `A worker fetches https://${found.domain}/robots.txt within a minute, and then every day. See what came with \`${BOTGAUGE} robots show --website ${website}\`.`,
    };
  });
}

/** @throws CommandError when there is no such website or text */
export async function showRobots(
  dependencies: Dependencies,
  { website, from }: TextOptions,
): Promise<Answer> {
  return onWebsite(dependencies, website, async (_, { state }) => {
    const document = await state(from);
    if (from !== undefined && document.text === null) throw noSuchText(website, from);
    return { document, text: inWords(document, website) };
  });
}

/** @throws CommandError when there is no such website or text */
export async function removeRobots(
  dependencies: Dependencies,
  { website, from }: Required<TextOptions>,
): Promise<Answer> {
  return onWebsite(dependencies, website, async (found, { texts, state }) => {
    if (!(await texts.remove(found.id, from))) throw noSuchText(website, from);
    return { document: await state(), text: `The text of ${from} is removed.` };
  });
}

/** @throws UsageError for a category that is none */
export function generateRobots({ disallow }: GenerateOptions): Answer {
  const names = disallow.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !BOT_CATEGORIES.includes(name as BotCategory));
  if (unknown !== undefined)
    throw new UsageError(
      `--disallow has ${JSON.stringify(unknown)}, which is no category. It takes ${BOT_CATEGORIES.join(', ')}, with commas between them.`,
    );
  const document = rulesAgainst(names as BotCategory[], BOT_REGISTRY);
  return { document, text: document.text.trimEnd() };
}

interface OfWebsite {
  texts: RobotsTexts;
  fetches: WebsiteFetches;
  state: (from?: string) => Promise<RobotsState>;
}

function onWebsite(
  dependencies: Dependencies,
  id: string,
  work: (website: WebsiteRow, of: OfWebsite) => Promise<Answer>,
): Promise<Answer> {
  return withDatabase(dependencies, async (pool: Pool) => {
    const website = await requireWebsite(new Accounts(pool), id);
    const stores = { texts: new RobotsTexts(pool), fetches: new WebsiteFetches(pool) };
    return work(website, {
      ...stores,
      state: async (from) => {
        const state = await robotsState(stores, website, from);
        return { ...state, left_out: state.text === null ? null : readRobots(state.text).leftOut };
      },
    });
  });
}

/** Reads one byte more than a text may have, which is enough to refuse it. */
async function textOf({ input }: Dependencies, file: string): Promise<string> {
  if (file === '-') return readStart(input);
  try {
    const handle = await open(file);
    return await readStart(handle.createReadStream());
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function readStart(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const part = Buffer.from(chunk as Buffer | string);
    chunks.push(part);
    bytes += part.length;
    if (bytes > MOST_ROBOTS_BYTES) break;
  }
  return Buffer.concat(chunks).toString();
}

function inWords(state: RobotsState, website: string): string {
  const { domain, text, texts, fetch, left_out: leftOut } = state;
  const fetched = fetch
    ? fetchInWords(fetch)
    : `It is not fetched; switch that on with \`${BOTGAUGE} robots fetch --website ${website}\`.`;
  if (text === null)
    return `The robots.txt of ${domain} is not known, so no visit is judged by it. ${fetched}`;
  const cells = texts.map(({ from, to, source, bytes, noted_at }) => [
    ...[from, to, source, `${bytes}`, noted_at],
  ]);
  return [
    text.trimEnd() || `# ${domain} has no robots.txt, which allows everything.`,
    '',
    renderList(HEADINGS, cells),
    ...(leftOut ? leftOutInWords(leftOut) : []),
    fetched,
  ].join('\n');
}

/** Says what of a text is not read, and what that means. */
function leftOutInWords({ rules, long_lines: lines }: RobotsLeftOut): string[] {
  return [
    ...(rules > 0
      ? [
          `It has more than ${MOST_RULES} rules: ${rules} of them are not read, and bots whose rules these are are not judged. Join rules with wildcards, or move them up.`,
        ]
      : []),
    ...(lines > 0
      ? [`Lines of more than ${LONGEST_LINE} characters are read up to there: ${lines}.`]
      : []),
  ];
}

function noSuchText(website: string, from: string): CommandError {
  return new CommandError(
    `No text begins on ${from}: see the history with \`${BOTGAUGE} robots show --website ${website}\`.`,
  );
}
