import { randomBytes } from 'node:crypto';
import { canonicalAddress } from '@app/contracts';

/** Addresses of all kinds in canonical form: random ones, and IPv6 with groups of zeros. */
export function someAddresses(count: number): (string | null)[] {
  return Array.from({ length: count }, () => {
    const bytes = randomBytes(18);
    if (bytes[16]! < 20) return null;
    if (bytes[16]! < 120) return bytes.subarray(0, 4).join('.');
    const groups = Array.from({ length: 8 }, (_, place) =>
      bytes[17]! & (1 << place) ? '0' : bytes.readUInt16BE(2 * place).toString(16),
    );
    return canonicalAddress(groups.join(':'));
  });
}
