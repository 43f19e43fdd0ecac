import type { TextColumn } from '@app/contracts';

/** Returns a column in which each text stands once. */
export function distinctTexts({
  texts,
  places,
}: TextColumn<string | null>): TextColumn<string | null> {
  const known = new Map<string | null, number>();
  const distinct: (string | null)[] = [];
  const moved = texts.map((text) => {
    let place = known.get(text);
    if (place === undefined) known.set(text, (place = distinct.push(text) - 1));
    return place;
  });
  return { texts: distinct, places: places.map((place) => moved[place] as number) };
}
