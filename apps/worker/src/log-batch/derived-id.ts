import { createHash } from 'node:crypto';

/** A UUID (version 8, RFC 9562: made of a hash) that depends on nothing but an id and a name given to it. */
export function derivedId(id: string, name: string): string {
  const hex = createHash('sha256').update(`${id}/${name}`).digest('hex');
  const variant = ((parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
