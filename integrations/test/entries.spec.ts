import { once } from 'node:events';
import {
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { eventually, undoneAtEnd } from '@app/testing';
import type { Entry, Options } from '../botgauge.js';
import { botgauge as onNetlify } from '../netlify-edge.js';
import { botgauge as onNode } from '../node.js';
import { botgauge as onVercel } from '../vercel-middleware.js';
import { startWorker } from './worker.js';

/** What a browser sends when a person opens a page. */
const BROWSER = { 'sec-fetch-mode': 'navigate' };
/** What any client can write, and only a platform may be believed. */
const FORGED = {
  'x-vercel-ip-country': 'NZ',
  'x-vercel-ip-as-number': '64500',
  'cf-ipcountry': 'NZ',
  'x-country': 'NZ',
};

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undoneAtEnd(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Visits a page with these headers and no others: `fetch` of Node.js sends a Sec-Fetch-Mode itself. */
async function visit(base: string, headers: Record<string, string>): Promise<void> {
  const [response] = (await once(get(base, { headers }), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
}

/** A service that accepts everything, and the entries that came. */
async function aService() {
  const entries: Entry[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks = (await request.toArray()) as Buffer[];
    entries.push(...(JSON.parse(Buffer.concat(chunks).toString()) as Entry[]));
    response.setHeader('connection', 'close').end('{}');
  };
  const server = createServer((request, response) => void receive(request, response));
  const options: Options = { url: await listening(server), key: 'bot_1', collectMs: 1 };
  return { options, entries, variables: { BOTGAUGE_URL: options.url, BOTGAUGE_BOT_KEY: 'bot_1' } };
}

/** Collects what a platform is told to wait for. */
function platform() {
  const works: Promise<unknown>[] = [];
  return {
    waitUntil: (work: Promise<unknown>) => void works.push(work),
    done: () => Promise.all(works),
  };
}

/** Visits a page on a platform with these headers, and returns the entries that were sent. */
type Platform = (headers: Record<string, string>) => Promise<Entry[]>;

const WORKER = `import { withBotgauge } from './cloudflare-worker.js';
export default withBotgauge({ fetch: () => new Response('hello') });`;
const CF = { country: 'DE', asn: 3320, httpProtocol: 'HTTP/3', city: 'Bonn' };

const worker =
  (cf?: Record<string, unknown>): Platform =>
  async (headers) => {
    const { entries, variables } = await aService();
    const running = await startWorker(WORKER, variables, cf);
    await visit(running.base, headers);
    await eventually(() => expect(entries).toHaveLength(1));
    await running.stop();
    return entries;
  };

const netlify =
  (geo?: { country?: { code?: string } }): Platform =>
  async (headers) => {
    const { entries, options } = await aService();
    const { waitUntil, done } = platform();
    const next = async () => new Response('hello');
    const context = { ip: '192.0.2.17', next, waitUntil, ...(geo && { geo }) };
    await onNetlify(options)(new Request('https://example.com/', { headers }), context);
    await done();
    return entries;
  };

const vercel =
  (env: Record<string, string>): Platform =>
  async (headers) => {
    const { entries, options } = await aService();
    const environment = jest.replaceProperty(process, 'env', { ...process.env, ...env });
    const note = onVercel(options);
    environment.restore();
    const { waitUntil, done } = platform();
    note(new Request('https://example.com/', { headers }), { waitUntil });
    await done();
    return entries;
  };

/** Starts a server that notes what it is asked, and returns its address. */
async function aNodeServer(options: Options & { trustProxy?: number }, isHttp2 = false) {
  const { watch } = onNode(options);
  const answer: RequestListener = (request, response) => {
    watch(request, response);
    response.end('hello');
  };
  return listening(isHttp2 ? createHttp2Server(answer as never) : createServer(answer));
}

const node =
  (trustProxy?: number): Platform =>
  async (headers) => {
    const { entries, options } = await aService();
    const base = await aNodeServer({ ...options, ...(trustProxy && { trustProxy }) });
    await visit(base, { ...headers, connection: 'close' });
    await eventually(() => expect(entries).toHaveLength(1));
    return entries;
  };

const PLATFORMS: [name: string, entriesOf: Platform, told: Partial<Entry>][] = [
  ['a Worker', worker(CF), { country: 'DE', asn: 3320, protocol: 'HTTP/3' }],
  ['a Worker that is told nothing', worker({}), {}],
  ['Netlify', netlify({ country: { code: 'DE' } }), { country: 'DE' }],
  ['Netlify where the country is not known', netlify({}), {}],
  ['Netlify without a location', netlify(), {}],
  ['Vercel', vercel({ VERCEL: '1' }), { country: 'NZ', asn: '64500' }],
  ['Next.js elsewhere', vercel({ VERCEL: '' }), {}],
  ['Node.js', node(), { protocol: 'HTTP/1.1' }],
  ['Node.js behind a proxy', node(1), {}],
];

/** Leaves of an entry what is told of the visitor beside address and user agent. */
const toldBy = ({ country, asn, protocol }: Entry) => ({ country, asn, protocol });

describe.each(PLATFORMS)('%s', (_, entriesOf, told) => {
  it('tells what the platform itself knows, and believes no header in its place', async () => {
    const [entry] = await entriesOf({ ...BROWSER, ...FORGED });
    expect(toldBy(entry as Entry)).toEqual({ ...told });
    expect(entry).toMatchObject({ sec_fetch_mode: 'navigate' });
    expect(entry).not.toHaveProperty('sec_purpose');
  });

  it('tells that a visitor sent no Sec-Fetch-Mode, and why a browser fetches ahead', async () => {
    const [entry] = await entriesOf({ 'sec-purpose': 'prefetch;prerender' });
    expect(entry).toMatchObject({ sec_fetch_mode: '', sec_purpose: 'prefetch;prerender' });
  });
});

it('tells the version of HTTP/2 connections to Node.js', async () => {
  const { entries, options } = await aService();
  const session = connectHttp2(await aNodeServer(options, true));
  const stream = session.request({ ':path': '/a', 'sec-fetch-mode': 'cors' });
  await once(stream.resume(), 'end');
  session.close();
  await eventually(() => expect(entries).toHaveLength(1));
  expect(entries).toMatchObject([{ path: '/a', protocol: 'HTTP/2.0', sec_fetch_mode: 'cors' }]);
});
