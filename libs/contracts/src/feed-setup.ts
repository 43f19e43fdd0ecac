import { z } from 'zod';

const partSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: z.string() }),
  z.object({
    kind: z.literal('text'),
    step: z.int().min(1).nullable().describe('number of the step that starts here'),
    text: z
      .string()
      .describe('a paragraph; `**` stands around emphasis, backticks around what is typed'),
  }),
  z.object({
    kind: z.literal('code'),
    language: z.string().nullable().describe('such as `yaml`; null when it has no name'),
    text: z.string().describe('to be copied as it is, with the key in its place'),
  }),
  z.object({
    kind: z.literal('table'),
    rows: z.array(z.array(z.string())).describe('the cells of each row, the heading first'),
  }),
]);
/** A part of a guide: a heading, a paragraph, a block to copy, or a table. */
export type FeedSetupPart = z.infer<typeof partSchema>;

const meanings = (what: string) =>
  z.record(z.string(), z.string()).describe(`${what}, and what each means`);

const loggedSchema = z.object({
  has: z
    .enum(['yes', 'with_changes', 'no'])
    .describe('as the guide sets the sender up, only with more changes, or never'),
  note: z.string().nullable().describe('which changes, or what else is to say'),
});
/** Whether entries have something. */
export type Logged = z.infer<typeof loggedSchema>;

const loggedPartsSchema = z.object({
  address: loggedSchema.describe(
    'addresses of visitors: bots are verified and people judged by them',
  ),
  host: loggedSchema.describe('hosts: one sender can send the logs of several websites'),
  country: loggedSchema.describe('countries of visitors'),
  fetch_headers: loggedSchema.describe(
    'the header `Sec-Fetch-Mode`, by which people are told from programs more surely',
  ),
  static_files: loggedSchema.describe(
    'requests for the files of pages, by which people are told from programs',
  ),
});
/** What the log of a sender has. */
export type LoggedParts = z.infer<typeof loggedPartsSchema>;

/** How each sender of logs is set up, with the address of this service. */
export const feedSetupSchema = z.object({
  url: z
    .string()
    .describe('public address of this service, without a slash at its end; it is in the parts'),
  remarks: z
    .array(z.string())
    .describe('what must be changed by hand because of this address; usually nothing'),
  key_place: z.string().describe('stands in the parts where a Bot Tracking Key belongs'),
  website_place: z.string().describe('stands in the parts where the id of the website belongs'),
  tracking_place: z.string().describe('stands in the parts where its tracking id belongs'),
  senders: z.array(
    z.object({
      sender: z.string().describe('short name'),
      title: z.string(),
      names: z
        .array(z.string())
        .describe(
          'other names by which people look for it, such as those of servers whose logs it sends',
        ),
      logs: loggedPartsSchema.describe('what its log has'),
      was_run: z.boolean().describe('whether the sender itself ran with the settings of the guide'),
      tested: z.string().describe('with which version it ran, or what the guide follows instead'),
      feed: z.string().describe('name of its feed in the report of feeds'),
      page: z.string().describe('more about it, as a file of the repository'),
      parts: z.array(partSchema),
    }),
  ),
  skip_reasons: meanings('reasons for which records are skipped'),
  reject_reasons: meanings('reasons for which records are rejected'),
  refusals: meanings('codes with which deliveries are refused'),
});
export type FeedSetup = z.infer<typeof feedSetupSchema>;
