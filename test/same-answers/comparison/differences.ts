// Where two values differ. Pure.

export interface Difference {
  /** Such as `data.bots[3].visits`. */
  path: string;
  /** Undefined where only AFTER has a value. */
  before: unknown;
  /** Undefined where only BEFORE has a value. */
  after: unknown;
}

/** Returns every place in which two values of JSON differ. Long texts are compared line by line. */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) return [];
  if (Array.isArray(before) && Array.isArray(after)) return differencesOfLists(before, after, path);
  if (isObject(before) && isObject(after)) return differencesOfObjects(before, after, path);
  if (hasLines(before) && hasLines(after))
    return differencesOfLists(before.split('\n'), after.split('\n'), path);
  return [{ path, before, after }];
}

/** An entry that only one list has is one difference: those after it are compared with each other. */
function differencesOfLists(before: unknown[], after: unknown[], path: string): Difference[] {
  const [mine, theirs] = [before, after].map((list) => list.map((entry) => JSON.stringify(entry)));
  const [inBefore, inAfter] = [new Set(mine), new Set(theirs)];
  const differences: Difference[] = [];
  let [at, other] = [0, 0];
  while (at < before.length || other < after.length) {
    const isAdded = other < after.length && !inBefore.has(theirs?.[other] ?? '');
    const isRemoved = at < before.length && !inAfter.has(mine?.[at] ?? '');
    const isOver = at === before.length || other === after.length;
    const place = `${path}[${Math.max(at, other)}]`;
    if (isOver || isAdded !== isRemoved) {
      const takesAfter = isOver ? other < after.length : isAdded;
      const [one, two] = takesAfter ? [undefined, after[other]] : [before[at], undefined];
      differences.push({ path: place, before: one, after: two });
      if (takesAfter) other += 1;
      else at += 1;
    } else {
      differences.push(...differencesOf(before[at], after[other], place));
      at += 1;
      other += 1;
    }
  }
  return differences;
}

function differencesOfObjects(before: Fields, after: Fields, path: string): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) =>
    differencesOf(before[name], after[name], path === '' ? name : `${path}.${name}`),
  );
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasLines = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('\n');
