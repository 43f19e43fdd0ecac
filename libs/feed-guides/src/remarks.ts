/** Says what must be changed by hand when the address of the service is no ordinary public one. */
export function remarksOn(url: string): string[] {
  const { protocol, port } = new URL(url);
  if (protocol === 'https:' && port === '') return [];
  return [
    `The settings say that senders reach the API at ${url}. If they reach it elsewhere, change the address in what follows, and set PUBLIC_URL for the next time.`,
    'What follows is written for HTTPS on port 443: change the scheme, the port and the settings of TLS where it names them.',
  ];
}
