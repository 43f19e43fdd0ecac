const DEFAULT_PORT = '5432';

/** Where a database is, for messages: `host:port`, never user or password. */
export function databaseAddress(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') || decodeURIComponent(hostname) || 'localhost';
  return `${host}:${searchParams.get('port') || port || DEFAULT_PORT}`;
}
