import { z } from 'zod';

/** Where the lists of bots' addresses come from. */
export const ADDRESS_LIST_SOURCES = ['bundled', 'refresh', 'folder', 'off'] as const;

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
    })
    .describe('the lists of addresses by which visits are verified'),
});
export type Freshness = z.infer<typeof freshnessSchema>;
