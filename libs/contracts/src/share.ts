import { z } from 'zod';
import { givenEnd, givenName } from './account.js';
import { EARLIEST_DATE, LATEST_DATE } from './days.js';

const DAY = `must be a calendar day YYYY-MM-DD from ${EARLIEST_DATE} to ${LATEST_DATE}`;

const day = (what: string) =>
  z.iso
    .date(DAY)
    .refine((date) => date >= EARLIEST_DATE && date <= LATEST_DATE, DAY)
    .nullish()
    .describe(what);

/** Body of `POST /websites/:id/shares`. */
export const shareInputSchema = z
  .strictObject(
    {
      name: givenName.describe('for whom the link is; its readers see it, too'),
      from: day('first day (UTC) that it shows; without it, all days before are shown, too'),
      to: day('last day (UTC) that it shows; without it, all days to come are shown, too'),
      expires_at: givenEnd.describe(
        'when the link expires; it never does if this is left out or null',
      ),
    },
    'must be an object',
  )
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    error: 'must not be before `from`',
  });
export type ShareInput = z.infer<typeof shareInputSchema>;

const moment = (what: string) => z.iso.datetime().nullable().describe(`${what}, ISO 8601, UTC`);
const bound = (what: string) => z.iso.date().nullable().describe(what);

const bounds = {
  from: bound('first day (UTC) that it shows; null when there is no such bound'),
  to: bound('last day (UTC) that it shows; null when there is no such bound'),
  expires_at: moment('when the link expires'),
};

/** A shared link as it may be listed at any time, without its token. */
export const shareSchema = z.object({
  id: z.string().describe('identifier, `sh_…`'),
  website_id: z.string().describe('the website that it shows, `ws_…`'),
  name: z.string().describe('for whom the link is'),
  first4: z.string().describe('first 4 characters of the token'),
  ...bounds,
  created_at: z.iso.datetime().describe('ISO 8601, UTC'),
  last_used_at: moment('last use, noted at most once a minute'),
});
export type Share = z.infer<typeof shareSchema>;

/** A shared link in the one answer that shows its token. */
export const createdShareSchema = shareSchema.extend({
  token: z.string().describe('what opens it, shown only in this answer'),
  url: z.url().describe('the link: the address of the page with the token behind the `#`'),
});
export type CreatedShareDocument = z.infer<typeof createdShareSchema>;

/** What a browser is told that has opened a shared link. */
export const sharedSessionSchema = z.object({
  kind: z.literal('share'),
  name: z.string().describe('the name of the link'),
  website: z.object({ id: z.string().describe('`ws_…`'), domain: z.string() }),
  ...bounds,
});
export type SharedSession = z.infer<typeof sharedSessionSchema>;
