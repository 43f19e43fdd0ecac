import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';

/** Where entries are sent, and for which websites, the largest first. */
export interface Target {
  url: string;
  key: string;
  domains: string[];
  /** Entries per request. */
  batch: number;
}

export interface Posted {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

/** Sends a log request and reads its answer. */
export async function post(
  agent: Agent,
  { url, key }: Pick<Target, 'url' | 'key'>,
  body: string | Buffer,
): Promise<Posted> {
  const outgoing = request(url, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-api-key': key,
    },
  });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}
