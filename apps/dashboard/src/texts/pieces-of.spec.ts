import { piecesOf } from './pieces-of.js';

it.each([
  ['Nothing odd', ['Nothing odd']],
  [
    '<b>People</b> came: <link>look at them</link>.',
    [{ element: 'b', words: 'People' }, ' came: ', { element: 'link', words: 'look at them' }, '.'],
  ],
  ['<path/> was attacked', [{ element: 'path', words: '' }, ' was attacked']],
  ['5 < 6 and <b>no end', ['5 < 6 and <b>no end']],
  ['', []],
])('takes %j apart', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});
