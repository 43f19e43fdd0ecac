/** How visitors' addresses are stored. */
export type IpStorage = 'full' | 'truncated' | 'none';

/**
 * Returns a canonical address in the form that may be stored: the whole address, its network (/24
 * or /48), or null.
 */
export function storedAddress(address: string | null, storage: IpStorage): string | null {
  if (address === null || storage === 'none') return null;
  if (storage === 'full') return address;
  return address.includes('.') ? truncateIpv4(address) : truncateIpv6(address);
}

function truncateIpv4(address: string): string {
  return `${address.slice(0, address.lastIndexOf('.'))}.0`;
}

function truncateIpv6(address: string): string {
  const second = address.indexOf(':', address.indexOf(':') + 1);
  const gap = address.indexOf('::');
  // Most addresses write out their first three groups.
  if (gap === -1 || gap > second) return `${address.slice(0, address.indexOf(':', second + 1))}::`;
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => part.split(':').filter(Boolean);
  const left = groups(head);
  const right = groups(tail ?? '');
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::`;
}
