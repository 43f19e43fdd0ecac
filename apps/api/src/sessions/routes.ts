import {
  listedSessionSchema,
  type OwnSession,
  ownSessionSchema,
  type SessionDocument,
  sharedSessionSchema,
  signInInputSchema,
} from '@app/contracts';
import { z } from 'zod';
import { pageOf } from '../http/answer.js';
import { PAGE_BY_TIME_PARAMETERS } from '../http/page.js';
import { route } from '../http/route.js';

const SESSION: SessionDocument = {
  id: 'ses_0Yr5kVn1BgTj7sQwXzCd4',
  key_id: 'key_0Tq8mWs4ZpLd2rVbYkHx3',
  key_name: 'dashboard',
  scope: 'full',
  created_at: '2026-11-20T08:00:00.000Z',
  last_used_at: '2026-11-20T11:59:00.000Z',
  expires_at: '2026-11-27T08:00:00.000Z',
};
const OWN_SESSION: OwnSession = {
  kind: 'key',
  ...SESSION,
  account_id: 'acc_0Nf6vDz2hLx8cTg4kMbPw',
  account_name: 'Example Ltd',
};

/** By a key or a code, or by a shared link. */
const anySession = z.discriminatedUnion('kind', [ownSessionSchema, sharedSessionSchema]);

const own = { tag: 'Sessions', access: 'session', share: true, path: '/api/v1/session' } as const;
const all = { tag: 'Sessions', access: 'api', path: '/api/v1/sessions' } as const;

const OWN_PAGE =
  'The browser must say that a page of this service asks: `Sec-Fetch-Site: same-origin`, or an `Origin` equal to that of `PUBLIC_URL`. Programs need no session: they send an API Key with each request.';

export const SIGN_IN = route({
  ...own,
  id: 'signIn',
  method: 'POST',
  summary: 'Sign a browser in',
  description: `Takes an API Key, or a one-time code as the command \`sessions sign-in\` prints it. The answer sets a cookie that stands for the key in further requests of the browser. With the token of a shared link, the cookie stands for the link: the browser may read the reports of its website on its days, and nothing else. ${OWN_PAGE}`,
  body: {
    schema: signInInputSchema,
    example: { code: 'EXAMPLExEXAMPLExEXAMPLExEXAMPLExEXAMPLExEXA' },
  },
  answer: {
    status: 201,
    description: 'The session. What stands for it is only in the cookie.',
    data: anySession,
    example: OWN_SESSION,
  },
  codes: ['UNAUTHORIZED', 'FORBIDDEN', 'CONFLICT', 'RATE_LIMITED'],
});

export const SHOW_OWN = route({
  ...own,
  id: 'getSession',
  method: 'GET',
  summary: 'The session of this browser',
  description:
    'Null when the browser is not signed in, or its session has ended. Null, too, when a key stands in a header, because a key wins over the cookie.',
  answer: {
    description: 'The session, or null. The one of a shared link tells what it shows.',
    data: anySession.nullable(),
    example: OWN_SESSION,
  },
  codes: ['RATE_LIMITED'],
});

export const SIGN_OUT = route({
  ...own,
  id: 'signOut',
  method: 'DELETE',
  summary: 'Sign this browser out',
  description: `Ends the session and takes the cookie away. Once more changes nothing. ${OWN_PAGE}`,
  answer: {
    description: 'The browser is signed out.',
    data: z.object({ signed_out: z.literal(true) }),
    example: { signed_out: true },
  },
  codes: ['FORBIDDEN', 'RATE_LIMITED'],
});

export const LIST = route({
  ...all,
  id: 'listSessions',
  method: 'GET',
  summary: 'Browsers that are signed in to the account',
  description: 'The oldest session first. Those that have ended are not listed.',
  query: PAGE_BY_TIME_PARAMETERS,
  answer: {
    description: 'The sessions.',
    ...pageOf('sessions', listedSessionSchema),
    example: { sessions: [{ ...SESSION, current: true }], next_cursor: null },
  },
});

export const END = route({
  ...all,
  path: '/api/v1/sessions/:id',
  names: 'session',
  id: 'endSession',
  method: 'DELETE',
  summary: 'Sign a browser of the account out',
  description: 'It stops at once, everywhere. The key of the session goes on.',
  answer: {
    description: 'The session is ended.',
    data: z.object({ id: z.string(), ended: z.literal(true) }),
    example: { id: SESSION.id, ended: true },
  },
});
