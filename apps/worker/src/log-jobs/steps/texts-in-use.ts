import type { TextColumn } from '@app/contracts';

/**
 * Returns the places of the texts that some entries have, each once. What is found out about a text
 * is so found out once, however many entries have it.
 */
export function textsInUse(
  { texts, places: textOf }: TextColumn<string | null>,
  places: Uint32Array,
): number[] {
  const isUsed = new Uint8Array(texts.length);
  const used: number[] = [];
  for (const place of places) {
    const text = textOf[place] as number;
    if (isUsed[text]) continue;
    isUsed[text] = 1;
    used.push(text);
  }
  return used;
}
