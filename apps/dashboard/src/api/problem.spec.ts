import { problemInWords, problemOf } from './problem.js';

const body = { success: false, error: { code: 'X', message: 'No such website' } };
const problem = (status: number, retryAfter: string | null = null) =>
  problemOf({ status, body, retryAfter });

it('tells apart what the page must do', () => {
  expect(problem(401)).toEqual({ kind: 'signed-out' });
  expect(problem(429, '12')).toEqual({ kind: 'wait', seconds: 12, reason: 'No such website' });
  expect(problem(429, 'soon')).toMatchObject({ kind: 'wait', seconds: 10 });
  expect(problem(404)).toEqual({ kind: 'missing', message: 'No such website' });
  expect(problem(400)).toEqual({ kind: 'refused', message: 'No such website' });
  expect(problem(403).kind).toBe('refused');
  for (const status of [500, 502, 503]) expect(problem(status).kind).toBe('away');
  const missing = { error: { code: 'NOT_CONFIGURED', message: 'SECRET_KEY is not set' } };
  expect(problemOf({ status: 503, body: missing, retryAfter: null }).kind).toBe('refused');
});

it.each([null, undefined, 'gateway', { error: 1 }, { error: { message: 2 } }])(
  'says the status when the body has no message: %j',
  (odd) => {
    const found = problemOf({ status: 502, body: odd, retryAfter: null });
    expect(problemInWords(found)).toMatch(/^The service answered with status 502\. /);
  },
);

it('says whose requests were too many, and only once when to ask again', () => {
  const message = 'Too many requests from your address; try again in 41 s';
  const found = problemOf({ status: 429, body: { error: { message } }, retryAfter: '41' });
  const said = 'Too many requests from your address.';
  expect(problemInWords(found)).toBe(`${said} The page asks again in 41 s.`);
  const nothing = problemOf({ status: 429, body: 'gateway', retryAfter: '41' });
  expect(problemInWords(nothing)).toBe('Too many requests. The page asks again in 41 s.');
});

it('says each problem as whole sentences', () => {
  for (const status of [400, 401, 404, 429, 503])
    expect(problemInWords(problem(status))).toMatch(/^[A-Z].*\.$/);
});
