import { z } from 'zod';

/** Where the lists of bots' addresses come from. */
export const ADDRESS_LIST_SOURCES = ['bundled', 'refresh', 'folder', 'off'] as const;

const lists = (what: string) =>
  z.int().min(0).nullable().describe(`${what}; null with the sources \`folder\` and \`off\``);

export const freshnessSchema = z.object({
  behind_seconds: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'how long ago the oldest entries came that are not counted yet; 0 when all are; null while the queue cannot be asked',
    ),
  waiting_jobs: z
    .int()
    .min(0)
    .nullable()
    .describe('batches of this service that wait to be counted, those of all accounts'),
  address_lists: z
    .object({
      source: z
        .enum(ADDRESS_LIST_SOURCES)
        .describe('the release, the operators, a folder, or none: VERIFY_LISTS of this service'),
      oldest: z.iso
        .datetime()
        .nullable()
        .describe(
          'when the oldest of the lists was last found valid; null with the sources `folder` and `off`',
        ),
      lists: lists(
        'how many lists of addresses the operators of bots publish for programs: current, old and missing ones',
      ),
      current: lists('how many of them prove today what they can prove'),
      old: lists(
        'how many are older than they prove anything: visits in the name of their bots are not called spoofed',
      ),
      missing: lists('how many were never fetched'),
      old_lists: z
        .array(
          z.object({
            bots: z.array(z.string()).describe('the bots of which the list has all addresses'),
            fetched_at: z.iso.datetime().describe('when it was last found valid'),
          }),
        )
        .describe('those that are too old'),
      release_only: lists(
        'how many further lists come with releases only, because their operators publish none for programs',
      ),
    })
    .describe('the lists of addresses by which visits are verified'),
});
export type Freshness = z.infer<typeof freshnessSchema>;
