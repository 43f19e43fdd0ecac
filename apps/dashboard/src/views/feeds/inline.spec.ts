import { inlineOf } from './inline.js';

it('takes emphasis and what is typed out of a text', () => {
  expect(inlineOf('Use **Test** of `a ** b`, then `c`')).toEqual([
    { kind: 'plain', text: 'Use ' },
    { kind: 'strong', text: 'Test' },
    { kind: 'plain', text: ' of ' },
    { kind: 'code', text: 'a ** b' },
    { kind: 'plain', text: ', then ' },
    { kind: 'code', text: 'c' },
  ]);
  expect(inlineOf('2 * 3 ` 4')).toEqual([{ kind: 'plain', text: '2 * 3 ` 4' }]);
});
