import { z } from 'zod';
import { KEY_SCOPES } from './plans.js';

const LONGEST_SECRET = 200;
const SECRET = `must be a text of 1 to ${LONGEST_SECRET} characters`;
const ONE = 'must have one of `api_key`, `code` and `share`, and no other of them';

const secret = (what: string) =>
  z.string(SECRET).min(1, SECRET).max(LONGEST_SECRET, SECRET).optional().describe(what);

/** Body of `POST /session`: one of the fields. */
export const signInInputSchema = z
  .strictObject(
    {
      api_key: secret('an API Key, `api_…`'),
      code: secret('a one-time code, as `npm start` and the command `sessions sign-in` print it'),
      share: secret('the token of a shared link, as it stands behind `#share=`'),
    },
    'must be an object',
  )
  .refine(
    (proofs) => Object.values(proofs).filter((proof) => proof !== undefined).length === 1,
    ONE,
  );
export type SignInInput = z.infer<typeof signInInputSchema>;

const moment = (what: string) => z.iso.datetime().describe(`${what}, ISO 8601, UTC`);

/** A browser that is signed in. */
export const sessionSchema = z.object({
  id: z.string().describe('identifier, `ses_…`'),
  key_id: z.string().describe('the API Key that it belongs to and ends with, `key_…`'),
  key_name: z.string().describe('name of that key'),
  scope: z.enum(KEY_SCOPES).describe('what the key, and so the session, may do'),
  created_at: moment('when it was signed in'),
  last_used_at: moment('last use, noted at most once a minute'),
  expires_at: moment(
    'when it ends at the latest; it ends earlier when it is not used for 12 hours',
  ),
});
export type SessionDocument = z.infer<typeof sessionSchema>;

/** A session in the list of all of them. */
export const listedSessionSchema = sessionSchema.extend({
  current: z.boolean().describe('whether it is the session of this request'),
});

/** The session of a request, with its account. */
export const ownSessionSchema = sessionSchema.extend({
  kind: z.literal('key'),
  account_id: z.string().describe('the account, `acc_…`'),
  account_name: z.string(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
