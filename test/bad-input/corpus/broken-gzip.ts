import { gzipSync } from 'node:zlib';

/** Ways in which the gzip of a text can be broken. Some are no gzip at all. */
export function brokenGzip(text: string): [string, Buffer][] {
  const gzip = gzipSync(text);
  return [
    ['nothing', Buffer.alloc(0)],
    ['plain text', Buffer.from(text)],
    ['its first two bytes', gzip.subarray(0, 2)],
    ['its head', gzip.subarray(0, 10)],
    ['half of it', gzip.subarray(0, 60)],
    ['all but its checksum', gzip.subarray(0, -8)],
    ['a wrong checksum', flip(gzip, -6)],
    ['a wrong length at its end', flip(gzip, -2)],
    ['a broken byte', flip(gzip, 30)],
    ['an unknown method', flip(gzip, 2)],
    ['reserved flags', flip(gzip, 3, 0xe0)],
    ['a good member, then half a member', Buffer.concat([gzipSync('['), gzip.subarray(0, 40)])],
    ['bytes after its end that are no member', Buffer.concat([gzip, Buffer.from('trailing')])],
    ['nothing, compressed', gzipSync('')],
    ['a zip file', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1')],
  ];
}

function flip(buffer: Buffer, at: number, mask = 0xff): Buffer {
  const copy = Buffer.from(buffer);
  const index = at < 0 ? copy.length + at : at;
  copy[index] = (copy[index] ?? 0) ^ mask;
  return copy;
}
