/** Where a Redis is, and how to connect to it. */
export interface RedisAddress {
  /** One server, or for a cluster at least one node to ask first. */
  nodes: { host: string; port: number }[];
  cluster: boolean;
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
  /** Number of the database. A cluster has only 0. */
  db: number;
}

const FORM = /^redis(s?)(\+cluster)?:\/\/(?:([^@/:]*)(?::([^@/]*))?@)?([^@/?#]+)(?:\/(\d{0,5}))?$/;
const NODE = /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = 6379;

/**
 * Reads `redis://user:password@host:6379/0`, `rediss://…` (TLS) and
 * `redis+cluster://host1,host2:6380`. User and password are percent-encoded. Returns undefined when
 * the text has none of these forms.
 */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const [, tls, cluster, username, password, hosts = '', db] = match;
  const nodes = hosts.split(',').map(parseNode);
  if (!nodes.every((node) => node !== undefined)) return undefined;
  if (cluster ? Number(db) > 0 : nodes.length > 1) return undefined;
  try {
    return {
      nodes,
      cluster: cluster !== undefined,
      tls: tls === 's',
      username: decode(username),
      password: decode(password),
      db: Number(db ?? 0),
    };
  } catch {
    // A percent sign that does not begin an encoded character.
    return undefined;
  }
}

function parseNode(text: string): { host: string; port: number } | undefined {
  const [, ipv6, name, digits] = NODE.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(digits ?? DEFAULT_PORT);
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port };
}

function decode(text: string | undefined): string | undefined {
  return text ? decodeURIComponent(text) : undefined;
}
