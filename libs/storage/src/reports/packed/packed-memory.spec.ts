import { type PackedDigest, PackedMemory, type PackedRow } from './packed-memory.js';

const MIB = 2 ** 20;
/** Packed sets of one bot with one page, which was visited this often. */
function sets(visits: number): Buffer {
  const column = (number: number) => Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, number]);
  return Buffer.concat([7, 1, 0, visits, 0, 0, 0, 0].map(column));
}

const digest = (bucket: number, hash: string, bytes = 1_000): PackedDigest => ({
  ...{ grain: 'day', bucket, hash },
  ...{ pages_bytes: 0, sets_bytes: bytes, hours_bytes: null, landings_bytes: bytes },
});

/** Answers with the number of the bucket as its visits, and notes what was asked for. */
function asked(memory: PackedMemory) {
  const parts: number[][] = [];
  const ask = (_: string, wanted: readonly PackedDigest[]): Promise<PackedRow[]> => {
    parts.push(wanted.map(({ bucket }) => bucket));
    return Promise.resolve(wanted.map((one) => ({ ...one, packed: sets(one.bucket) })));
  };
  const read = async (digests: PackedDigest[], website = 1) =>
    (await memory.read(website, 'sets', digests, ask)).map(({ counts }) => counts.visits?.[0]);
  return { parts, read };
}

describe('The memory of packed digests', () => {
  it('asks for what it does not know, and for what was made again from other visits', async () => {
    const { parts, read } = asked(new PackedMemory());
    expect(await read([digest(1, 'a'), digest(2, 'b')])).toEqual([1, 2]);
    expect(await read([digest(1, 'a'), digest(2, 'b'), digest(3, 'c')])).toEqual([1, 2, 3]);
    expect(await read([digest(2, 'other')])).toEqual([2]);
    expect(await read([digest(1, 'a')], 2)).toEqual([1]);
    expect(parts).toEqual([[1, 2], [3], [2], [1]]);
  });

  it('asks for a few megabytes at once', async () => {
    const { parts, read } = asked(new PackedMemory());
    await read([1, 2, 3, 4].map((bucket) => digest(bucket, 'a', 3 * MIB)));
    await read([digest(5, 'a', 9 * MIB), digest(6, 'a')]);
    expect(parts).toEqual([[1, 2], [3, 4], [5], [6]]);
  });

  it('leaves to the database what is not packed, and what is too much for a report', () => {
    const memory = new PackedMemory();
    const [small, large, other] = [
      digest(1, 'a'),
      digest(2, 'b', 40 * MIB),
      digest(3, 'c', 9 * MIB),
    ];
    const split = memory.readable(1, ['sets'], [small, large, other]);
    expect(split).toEqual({ packed: [small, large], others: [other] });
    expect(memory.readable(1, ['sets', 'pages'], [small]).others).toEqual([small]);
    expect(memory.readable(1, ['hours'], [small]).others).toEqual([small]);
  });
});
