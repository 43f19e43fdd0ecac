import { LineTexts } from './line-texts.js';

/** Returns all pieces as one text. */
const textOf = (texts: LineTexts) =>
  texts
    .all()
    .map((piece) => (typeof piece === 'string' ? piece : Buffer.from(piece).toString()))
    .join('');

it('has a line feed in front of each line, and one piece for lines behind each other', () => {
  const [one, other] = [Buffer.from('ab\ncd\nef\n'), Buffer.from('gh\nij\nkl\n')];
  const texts = new LineTexts();
  texts.addBytes({ bytes: one, from: 0, to: 2 });
  texts.addBytes({ bytes: one, from: 3, to: 5 });
  // Behind the last line by its number, and yet in other bytes.
  texts.addBytes({ bytes: other, from: 6, to: 8 });
  texts.add('é');
  texts.add('');
  texts.addBytes({ bytes: other, from: 0, to: 2 });
  expect(texts).toMatchObject({ count: 6, characters: 9 });
  expect(textOf(texts)).toBe('\nab\ncd\nkl\né\n\ngh');
  expect(texts.all().filter((piece) => typeof piece !== 'string')).toHaveLength(3);
});
