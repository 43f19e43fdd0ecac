import { companiesOfBoth } from './companies-of-pair.js';

it('has each company once, those with the most reads of both websites first', () => {
  const openAi = { provider: 'OpenAI', reads: 3, sent_visits: 1 };
  const anthropic = { provider: 'Anthropic', reads: 4, sent_visits: null };
  expect(
    companiesOfBoth([
      { providers: [anthropic, openAi] },
      { providers: [{ ...openAi, reads: 2, sent_visits: 7 }] },
    ]),
  ).toEqual([
    { company: 'OpenAI', reads: [3, 2], sent: [1, 7] },
    { company: 'Anthropic', reads: [4, 0], sent: [null, null] },
  ]);
});
