// Makes a picture of a page smaller: it has a few plain colours, and thousands of shades at the
// edges of letters that nobody misses. A table of 256 colours takes a third of the bytes. The format
// is that of the PNG specification (W3C, third edition): chunks in 5.3, filters in 9.2.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = 8;
const MOST_COLOURS = 256;
/** Bytes of a pixel as browsers write it: red, green and blue. */
const RGB = 3;
const TRUE_COLOUR = 2;
const WITH_TABLE = 3;

interface Pixels {
  width: number;
  height: number;
  /** Line by line, without filters. */
  rgb: Buffer;
}

/** Returns the picture with at most 256 colours, the most frequent ones. */
export function withFewColours(png: Buffer): Buffer {
  const { width, height, rgb } = pixelsOf(png);
  const { colours, indexes } = asIndexes(rgb);
  const lines = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    indexes.copy(lines, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, WITH_TABLE, 0, 0, 0], 8);
  return Buffer.concat([
    png.subarray(0, SIGNATURE),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flatMap((colour) => partsOf(colour)))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Dimensions in pixels, and the way of its colours. */
export function headerOf(png: Buffer): { width: number; height: number; colourType: number } {
  const at = SIGNATURE + 8;
  const [width, height] = [png.readUInt32BE(at), png.readUInt32BE(at + 4)];
  return { width, height, colourType: png.readUInt8(at + 9) };
}

function pixelsOf(png: Buffer): Pixels {
  const { width, height, colourType } = headerOf(png);
  if (colourType !== TRUE_COLOUR) throw new Error(`Chromium wrote colours of type ${colourType}`);
  const parts: Buffer[] = [];
  for (let at = SIGNATURE; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data);
  }
  const filtered = inflateSync(Buffer.concat(parts));
  const size = width * RGB;
  const rgb = Buffer.alloc(height * size);
  for (let y = 0; y < height; y++) {
    const from = y * (size + 1);
    const filter = filtered[from] ?? 0;
    for (let x = 0; x < size; x++) {
      const left = x < RGB ? 0 : (rgb[y * size + x - RGB] ?? 0);
      const above = y === 0 ? 0 : (rgb[(y - 1) * size + x] ?? 0);
      const corner = x < RGB || y === 0 ? 0 : (rgb[(y - 1) * size + x - RGB] ?? 0);
      const expected = [0, left, above, (left + above) >> 1, nearestOf(left, above, corner)];
      rgb[y * size + x] = (filtered[from + 1 + x] ?? 0) + (expected[filter] ?? 0);
    }
  }
  return { width, height, rgb };
}

/** The Paeth filter: whichever of the three is nearest to the plane through them. */
function nearestOf(left: number, above: number, corner: number): number {
  const plane = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(plane - value)) as [
    ...[number, number, number],
  ];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

function asIndexes(rgb: Buffer): { colours: number[]; indexes: Buffer } {
  const pixels = Array.from({ length: rgb.length / RGB }, (_, at) => rgb.readUIntBE(at * RGB, RGB));
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const colours = byCount.slice(0, MOST_COLOURS);
  const indexOf = new Map(byCount.map((colour) => [colour, nearest(colour, colours)]));
  return { colours, indexes: Buffer.from(pixels.map((colour) => indexOf.get(colour) ?? 0)) };
}

function nearest(colour: number, colours: readonly number[]): number {
  const distances = colours.map((other) => distance(colour, other));
  return distances.indexOf(Math.min(...distances));
}

function distance(one: number, other: number): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  return a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0);
}

const partsOf = (colour: number): number[] => [colour >> 16, (colour >> 8) & 255, colour & 255];

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([head, named, check]);
}
