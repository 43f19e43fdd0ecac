import { z } from 'zod';
import { countryEntrySchema, hostEntrySchema } from './hosts-and-countries.js';
import {
  botEntrySchema,
  comparedTimeSchema,
  pageEntrySchema,
  periodSchema,
  referralEntrySchema,
} from './traffic.js';

/** The counts of a row that `compare=previous` compares, by list. */
export const COMPARED_COUNTS = {
  /** Distinct pages are not known by hour, and first and last visits are no counts. */
  bots: botEntrySchema.pick({
    visits: true,
    error_visits: true,
    verified_visits: true,
    spoofed_visits: true,
    unverifiable_visits: true,
  }),
  pages: pageEntrySchema.omit({ path: true }),
  referrals: referralEntrySchema.omit({ source: true, provider: true }),
  countries: countryEntrySchema.omit({ country: true }),
  /** A host has the counts of a country. */
  hosts: countryEntrySchema.omit({ country: true }),
};
export type BotCounts = z.infer<typeof COMPARED_COUNTS.bots>;
export type PageCounts = z.infer<typeof COMPARED_COUNTS.pages>;
export type CountryCounts = z.infer<typeof COMPARED_COUNTS.countries>;

const comparedTimeOfList = comparedTimeSchema.extend({
  unit: comparedTimeSchema.shape.unit
    .nullable()
    .describe(
      '`period`: the period is over, and all of it is compared; `hours`: its hours that are over, with the same hours before; `days`: its days that are over, with the same days before, because these visits are counted by day; null: nothing of it is over, so there is nothing to compare',
    ),
});

/** What `compare=previous` adds to the answer of a list. */
export const comparedListShape = {
  compared: comparedTimeOfList
    .optional()
    .describe('what of the period is compared, only with `compare=previous`'),
  previous: z
    .object({ period: periodSchema })
    .optional()
    .describe(
      'what it is compared with: the same number of days directly before, or of a period that is not over the same part of them; only with `compare=previous`',
    ),
};
export type ComparedTimeOfList = z.infer<typeof comparedTimeOfList>;

/** What `compare=previous` adds to a row of a list. */
export const comparedRowShape = <Counts extends z.ZodObject>(counts: Counts) => ({
  compared: counts
    .nullable()
    .optional()
    .describe(
      'the counts of the part of the period that is compared, which of a period that is over are those of the row; null while nothing of it is over; only with `compare=previous`',
    ),
  previous: counts
    .nullable()
    .optional()
    .describe(
      'the same counts of the same part of as many days before, zeros where the row had no visits; null while nothing of the period is over; only with `compare=previous`',
    ),
});

/** The rows of lists, which have a comparison on request. */
export const COMPARABLE_ROWS = {
  bots: botEntrySchema.extend(comparedRowShape(COMPARED_COUNTS.bots)),
  pages: pageEntrySchema.extend(comparedRowShape(COMPARED_COUNTS.pages)),
  referrals: referralEntrySchema.extend(comparedRowShape(COMPARED_COUNTS.referrals)),
  countries: countryEntrySchema.extend(comparedRowShape(COMPARED_COUNTS.countries)),
  hosts: hostEntrySchema.extend(comparedRowShape(COMPARED_COUNTS.hosts)),
};
