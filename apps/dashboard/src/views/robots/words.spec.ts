import {
  addressedInWords,
  allowsInWords,
  fetchInWords,
  limitsInWords,
  type Report,
  type RobotsBot,
  textInWords,
  verdictOf,
} from './words.js';

const bot = (fields: Partial<RobotsBot>) => fields as RobotsBot;

it.each([
  [bot({ allows: 'part', addressed: 'by_name' }), 'A part', 'by name'],
  [bot({ allows: 'nothing', addressed: 'as_any_bot' }), 'Nothing', 'as any bot'],
  [bot({ allows: 'everything', addressed: 'not' }), 'Everything', 'not at all'],
  [bot({ allows: null, addressed: null }), 'Not known', '–'],
])('says what is allowed', (of, allows, addressed) => {
  expect([allowsInWords(of), addressedInWords(of)]).toEqual([allows, addressed]);
});

it('says what came of the fetch', () => {
  const never = { due_at: '2026-11-20T12:00:00.000Z', tried_at: null, succeeded_at: null };
  expect(fetchInWords(null)).toBe('It is not fetched.');
  expect(fetchInWords({ ...never, outcome: null, status: null })).toMatch(/within a minute/);
  const tried = { ...never, tried_at: '2026-11-20T08:15:00.000Z' };
  expect(fetchInWords({ ...tried, outcome: 'unavailable', status: 404 })).toBe(
    'It is fetched every day. Last try, 20 Nov, 08:15 UTC: the website has none, which allows everything, status 404.',
  );
  expect(fetchInWords({ ...tried, outcome: 'too_slow', status: null })).toMatch(
    /came too slowly\.$/,
  );
});

it('says which text is in force', () => {
  const text = {
    source: 'given',
    noted_at: '2026-11-20T08:15:00.000Z',
    bytes: 9,
    to: null,
  } as const;
  const report = (texts: Report['texts'], days: number) =>
    textInWords({ texts, days_without_text: days } as Report);
  expect(report([], 7)).toMatch(/^No text is known/);
  expect(report([{ ...text, from: '2026-11-18' }], 0)).toBe(
    'The newest text of these days, given, is in force since 18 Nov.',
  );
  expect(
    report(
      [text, text].map((one) => ({ ...one, from: '2026-11-18' })),
      2,
    ),
  ).toMatch(/It is number 2 of these days\. Earlier days have no text/);
});

it('says which limits kept visits from being judged, and what to do', () => {
  const told = (...limits: [Report['limits_reached'][number]['limit'], number | null][]) =>
    limitsInWords({
      limits_reached: limits.map(([limit, count]) => ({ limit, count, text_from: '2026-11-18' })),
    } as Report);
  expect(told()).toEqual([]);
  expect(told(['work', 1_200], ['work', 34], ['long_lines', 2])).toEqual([
    '1,234 pages are not judged: there are too many rules for so many pages.',
    'Lines of more than 16,663 characters are read in part: 2.',
    'Ask for fewer days to have more judged.',
  ]);
  expect(told(['time', 3], ['time', null])[0]).toMatch(/^Some pages are not judged/);
  expect(told(['rules', 5])).toHaveLength(1);
});

it('says which bots did not keep to the texts', () => {
  const report = (bots: [string, number, number?][], limits: unknown[] = []) =>
    ({
      texts: [{}],
      limits_reached: limits,
      bots: bots.map(([name, disallowed_visits, disallowed_spoofed_visits = 0]) => ({
        ...{ name, disallowed_visits, disallowed_spoofed_visits },
      })),
    }) as unknown as Report;
  expect(verdictOf({ ...report([['A', 1]]), texts: [] })).toBeUndefined();
  expect(verdictOf(report([]))).toBeUndefined();
  // Others made these in its name.
  expect(verdictOf(report([['A', 3, 3]]))?.tone).toBe('good');
  expect(verdictOf(report([['A', 0]]))).toEqual({
    tone: 'good',
    text: 'No bot visited a page that the text of its day did not allow.',
  });
  expect(verdictOf(report([['A', 0]], [{}]))?.text).toMatch(/, as far as it was judged\.$/);
  const [one, two, three, four] = ['A', 'B', 'C', 'D'] as const;
  expect(
    verdictOf(
      report([
        [one, 1],
        [two, 0],
        [three, 1_200],
        [four, 9],
      ]),
    ),
  ).toEqual({
    tone: 'bad',
    text: '3 of 4 bots made 1,210 visits to pages that the text of their day did not allow: C 1,200, D 9, A 1.',
  });
  const five = ['A', 'B', 'C', 'D', 'E'].map((name): [string, number] => [name, 2]);
  expect(verdictOf(report(five))?.text).toMatch(/: A 2, B 2, C 2, 2 others\.$/);
});
