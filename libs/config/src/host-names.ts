import { isIP } from 'node:net';

/** The name or the address in a `Host`, in brackets where it is IPv6, without its port. */
const HOST_AND_PORT = /^(\[[^[\]]*\]|[^:[\]]*)(?::\d{0,5})?$/;
const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/;
const LONGEST_NAME = 253;

/**
 * Reads names of hosts with commas between them. A name that starts with `*.` stands for all names
 * below it. Returns undefined when something is no name, such as an address or a name with a port.
 */
export function parseHostNames(text: string): string[] | undefined {
  const names = text.split(',').flatMap((part) => part.trim().toLowerCase() || []);
  return names.every((name) => isName(name.replace(/^\*\./, ''))) ? names : undefined;
}

/**
 * Returns the name or the address in a header `Host`, in lower case and without the port. Returns
 * undefined when it is neither.
 */
export function hostNameOf(host: string): string | undefined {
  const name = HOST_AND_PORT.exec(host)?.[1]?.toLowerCase().replace(/\.$/, '');
  return name !== undefined && (isAddress(name) || isName(name)) ? name : undefined;
}

/** Tells whether the host is an address, IPv6 in brackets. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') ? isIP(host.slice(1, -1)) === 6 : isIP(host) === 4;
}

function isName(text: string): boolean {
  if (text.length > LONGEST_NAME || isIP(text) !== 0) return false;
  return text.split('.').every((label) => LABEL.test(label));
}
