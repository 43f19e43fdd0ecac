import { BOT_CATEGORIES, parseUrl, signatureAgentHost } from '@app/contracts';
import { z } from 'zod';

const LONGEST_NAME = 80;
const LONGEST_TOKEN = 100;
const LONGEST_ADDRESS = 500;
/** Longer user agents are cut off before they are judged. */
const LONGEST_EXAMPLE = 1_024;
const MOST_TOKENS = 20;
const MOST_EXAMPLES = 10;

/** A name that can stand in every list: one line, and no sign at its start that a table reads. */
const NAME = /^[\p{L}\p{N}](?:[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*\S)?$/u;
const nameText = () =>
  z
    .string('must be a text')
    .max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`)
    .regex(
      NAME,
      'must start with a letter or a digit, and have no line breaks or hidden characters',
    );

const ADDRESS = 'must be an address that starts with https:// or http://, without a password';
const address = () =>
  z
    .string(ADDRESS)
    .max(LONGEST_ADDRESS, `must have at most ${LONGEST_ADDRESS} characters`)
    .refine(isPageAddress, ADDRESS);

function isPageAddress(text: string): boolean {
  if (!/^https?:\/\/[!-~]+$/i.test(text)) return false;
  const url = parseUrl(text);
  return url !== null && url.hostname !== '' && url.username === '' && url.password === '';
}

/** Signs of patterns that no name of a bot has. */
const PATTERN = /[*\\|^$[\]{}]/;
const token = z
  .string('must be a text')
  .min(3, 'must have at least 3 characters: a shorter word is found in user agents of people')
  .max(LONGEST_TOKEN, `must have at most ${LONGEST_TOKEN} characters`)
  .refine(
    (text) => !PATTERN.test(text),
    'looks like a pattern: tokens are literal text, without * \\ | ^ $ [ ] { }',
  )
  .regex(
    /^[a-z0-9](?:[ -~]*[!-~])?$/i,
    'must start with a letter or a digit without an accent, have no blank at its end, and consist of ASCII characters',
  )
  .regex(/[a-z]/i, 'must have a letter: numbers alone are found in user agents of people');

const signatureAgent = z
  .string('must be a host, such as crawler.example')
  .refine(
    (host) => signatureAgentHost(`"https://${host}"`) === host,
    'must be a host in lower case, such as crawler.example',
  );

const ROBOTS_TXT = ['obeys', 'ignores'] as const;

const list = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item, 'must be a list: […]').max(most, `must have at most ${most} items`);

/** The fields of a row of the registry, each checked by itself. */
export const fileRowSchema = z.strictObject(
  {
    id: z.int('must be a whole number'),
    slug: z
      .string('must be a text')
      .max(LONGEST_NAME, `must have at most ${LONGEST_NAME} characters`)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must consist of a-z, 0-9 and - between them')
      .optional(),
    name: nameText().optional(),
    provider: nameText().optional(),
    category: z.enum(BOT_CATEGORIES, `must be one of ${BOT_CATEGORIES.join(', ')}`).optional(),
    documentation: address().nullable().optional(),
    addressRanges: address().optional(),
    robotsTxt: z.enum(ROBOTS_TXT, `must be ${ROBOTS_TXT.join(' or ')}`).optional(),
    tokens: list(token, MOST_TOKENS).optional(),
    signatureAgents: list(signatureAgent, MOST_TOKENS).optional(),
    startsAgent: z.literal(true, 'must be true, or be left out').optional(),
    unless: list(z.string('must be a text').min(1).max(LONGEST_TOKEN), MOST_TOKENS).optional(),
    examples: list(
      z
        .string('must be a text')
        .max(LONGEST_EXAMPLE, `must have at most ${LONGEST_EXAMPLE} characters`),
      MOST_EXAMPLES,
    ).optional(),
  },
  'must be an object: {"id": 100000, "name": …}',
);

export const FIELDS = Object.keys(fileRowSchema.shape);

/** What a row must have that is not in the registry. */
export const NEEDED_FIELDS = ['name', 'provider', 'category', 'tokens', 'examples'] as const;
