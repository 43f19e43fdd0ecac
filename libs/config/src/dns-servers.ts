import { isIP, isIPv4, isIPv6 } from 'node:net';

const MOST_SERVERS = 8;

/**
 * Reads addresses of DNS servers with commas between them, each with or without a port:
 * `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53` or `[2001:db8::53]:5353`. Returns undefined when
 * one of them is something else.
 */
export function parseDnsServers(text: string): string[] | undefined {
  const servers = text.split(',').map((server) => server.trim());
  return servers.length <= MOST_SERVERS && servers.every(isServer) ? servers : undefined;
}

function isServer(text: string): boolean {
  if (isIP(text) !== 0) return true;
  const [, ipv6, ipv4, port] = /^(?:\[([^\]]*)\]|([\d.]+)):(\d{1,5})$/.exec(text) ?? [];
  const isAddress = ipv6 === undefined ? isIPv4(ipv4 ?? '') : isIPv6(ipv6);
  return isAddress && Number(port) > 0 && Number(port) < 65_536;
}
