const LOOPBACK = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/;

/** Returns what an operator must know about the address that is filled in, a sentence or two each. */
export function remarksOn(url: string): string[] {
  const { protocol, hostname } = new URL(url);
  if (LOOPBACK.test(hostname)) {
    return [
      `Only this machine reaches the API at ${url}. For senders elsewhere, set PUBLIC_URL to the address at which they reach it.`,
    ];
  }
  if (protocol === 'https:') return [];
  return [
    `What is sent to ${url} is not encrypted, and a key is sent with it. If senders reach the API at an address with HTTPS, set PUBLIC_URL to it.`,
  ];
}
