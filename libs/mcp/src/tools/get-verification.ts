import { type BotEntry, botEntrySchema, type VerificationWord } from '@app/contracts';
import { z } from 'zod';
import { BOT, EXACT_PATH } from '../arguments.js';
import { tool } from '../tool.js';

const { name, provider, category, verified_visits, spoofed_visits, unverifiable_visits } =
  botEntrySchema.shape;

export const GET_VERIFICATION = tool({
  name: 'get_verification',
  title: 'Whether a bot is real',
  description:
    'Tells whether the visits under the name of one bot were really by it: how many came from addresses of its operator (verified), from other addresses although the operator publishes all (spoofed), cannot be decided (unverifiable) or were not checked, with a verdict. list_spoofed tells from where the spoofed ones came.',
  reads: 'report',
  path: 'bots',
  input: { bot: BOT, ...EXACT_PATH },
  output: {
    bot: z
      .object({ name, provider, category })
      .nullable()
      .describe('the bot; null when no visit named it'),
    visits: z.int().min(0).describe('visits under its name'),
    ...{ verified_visits, spoofed_visits, unverifiable_visits },
    not_checked_visits: z.int().min(0).describe('visits whose address was not compared'),
    verdict: z.string().describe('the figures in a sentence'),
    how_checked: z
      .string()
      .describe('how visits are judged, and what is known about the addresses of this bot'),
  },
  select: ({ bots: [entry] }: { bots: BotEntry[] }) => (entry ? verificationOf(entry) : NO_VISIT),
});

const NO_VISIT = {
  bot: null,
  ...{ visits: 0, verified_visits: 0, spoofed_visits: 0, unverifiable_visits: 0 },
  not_checked_visits: 0,
  verdict:
    'No visit had exactly this name in the period: list_bots has the names of all that came.',
  how_checked: 'There is nothing to check.',
};

function verificationOf(entry: BotEntry) {
  const { name, provider, category, visits, verification: word } = entry;
  const { verified_visits, spoofed_visits, unverifiable_visits } = entry;
  const not_checked_visits = visits - verified_visits - spoofed_visits - unverifiable_visits;
  return {
    bot: { name, provider, category },
    ...{ visits, verified_visits, spoofed_visits, unverifiable_visits, not_checked_visits },
    verdict: `${word === null ? 'Not checked' : VERDICTS[word]}: of ${visits} visits, ${verified_visits} came from addresses of its operator, ${spoofed_visits} from others, ${unverifiable_visits} cannot be decided, ${not_checked_visits} were not checked.`,
    how_checked: `Addresses of visits are compared with those that operators of bots publish. ${meaningOf(entry)}`,
  };
}

/** The words of the API for a bot, as a verdict. */
const VERDICTS: Readonly<Record<VerificationWord, string>> = {
  verified: 'Real',
  mostly: 'Mostly real',
  mixed: 'Partly real',
  spoofed: 'Hardly any of it is real',
  'not checkable': 'Nobody can know',
};

/** Returns what the counts of a bot say about the addresses that its operator publishes. */
function meaningOf({ declared, ...entry }: BotEntry): string {
  if (declared) return 'Nobody knows this bot: its name is what it says of itself.';
  if (entry.spoofed_visits > 0)
    return 'The operator of this one publishes all: visits from others are spoofed.';
  if (entry.verified_visits > 0)
    return 'Others than these prove something only if its list is complete and recent.';
  if (entry.unverifiable_visits > 0)
    return 'Here no list is known or recent, or the log has no full addresses.';
  return 'These visits came before that, or while it was switched off.';
}
