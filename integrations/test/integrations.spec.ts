import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { CHROME, eventually, undoneAtEnd } from '@app/testing';
import express from 'express';
import { fastify } from 'fastify';
import { inLanes } from '../../test/support/in-lanes.js';
import { startSystemOn, type System, type Tenant } from '../../test/support/system-on-queue.js';
import type { Options } from '../botgauge.js';
import { botgauge as onNetlify } from '../netlify-edge.js';
import { botgauge as onNode } from '../node.js';
import { botgauge as onVercel } from '../vercel-middleware.js';
import { startWorker } from './worker.js';

const VISITS = 120;
const LANES = 8;
const HEADERS = { 'user-agent': 'GPTBot/1.2', referer: 'https://a.example/x?y' };

let system: System;
let tenant: Tenant;
let options: Options;
beforeAll(async () => {
  system = await startSystemOn('postgres', { env: { IP_STORAGE: 'full' } });
});
beforeEach(async () => {
  tenant = await system.createTenant();
  options = { url: system.base, key: tenant.botKey, collectMs: 20 };
});
afterAll(() => system.stop());

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undoneAtEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Visits pages as clients do, and returns the statuses that they got. */
const visit = (base: string, headers: Record<string, string> = {}, visits = VISITS) =>
  inLanes(
    visits,
    async (i) => {
      const response = await fetch(`${base}/page/${i}?secret=1`, {
        headers: { ...HEADERS, ...headers },
      });
      await response.arrayBuffer();
      return response.status;
    },
    LANES,
  );

/** Expects each visit once, and every field of the last page. */
async function expectVisits(fields: object, visits = VISITS): Promise<void> {
  await system.untilVisits(tenant.website, visits);
  const { rows } = await system.database.pool.query(
    `SELECT method, host, path, host(ip) AS ip, status_code, user_agent, referer FROM visit_entries
     WHERE website_id = $1 AND path = $2`,
    [tenant.website.id, `/page/${visits - 1}`],
  );
  expect(rows).toEqual([
    {
      method: 'GET',
      host: '127.0.0.1',
      path: `/page/${visits - 1}`,
      ip: '127.0.0.1',
      status_code: 200,
      user_agent: 'GPTBot/1.2',
      referer: 'https://a.example/x',
      ...fields,
    },
  ]);
}

const WORKER = `import { withBotgauge } from './cloudflare-worker.js';
export default withBotgauge({
  async fetch(request) {
    if (request.url.includes('/broken')) throw new Error('broken');
    return new Response('hello');
  },
});`;
const variables = () => ({ BOTGAUGE_URL: options.url, BOTGAUGE_BOT_KEY: options.key });

it('a Worker on the runtime of Cloudflare counts every visit once', async () => {
  const worker = await startWorker(WORKER, variables());
  await visit(worker.base, { 'cf-connecting-ip': '192.0.2.17', 'x-forwarded-for': '203.0.113.9' });
  await expectVisits({ ip: '192.0.2.17' });
  // What the Worker throws is the visitor's answer as before, and counts as 500.
  expect((await fetch(`${worker.base}/broken`)).status).toBe(500);
  await system.untilVisits(tenant.website, VISITS + 1);
  await worker.stop();
});

it('a Worker without its settings serves its visitors', async () => {
  const worker = await startWorker(WORKER, {});
  expect(await visit(worker.base, {}, 3)).toEqual([200, 200, 200]);
  await worker.stop();
});

/** How each kind of server is started with these options. */
const SERVERS: Record<string, (options: Options & { trustProxy?: number }) => Promise<string>> = {
  Express: (given) => {
    const app = express();
    const pages = express.Router();
    app.use(onNode(given).express);
    pages.get('/:number', (_, response) => void response.send('hello'));
    app.use('/page', pages);
    return listening(createServer(app));
  },
  Fastify: async (given) => {
    const app = fastify({ forceCloseConnections: true });
    app.addHook('onRequest', onNode(given).fastify);
    app.get('/page/:number', async () => 'hello');
    undoneAtEnd(() => app.close());
    return app.listen({ port: 0, host: '127.0.0.1' });
  },
  'A server without a framework': (given) => {
    const { watch } = onNode(given);
    return listening(
      createServer((request, response) => {
        watch(request, response);
        response.end('hello');
      }),
    );
  },
};
const servers = Object.entries(SERVERS);

it.each(servers)('%s counts every visit once', async (_, start) => {
  expect(new Set(await visit(await start(options)))).toEqual(new Set([200]));
  await expectVisits({});
});

it('takes the address that the last proxy wrote, when it is told to', async () => {
  const base = await SERVERS.Express?.({ ...options, trustProxy: 1 });
  await visit(base ?? '', { 'x-forwarded-for': '203.0.113.9, 192.0.2.17' }, 1);
  await expectVisits({ ip: '192.0.2.17' }, 1);
});

it('notes a client that leaves before its answer, with its own status', async () => {
  const { watch } = onNode(options);
  const server = createServer(watch);
  const base = await listening(server);
  const socket = connect(Number(new URL(base).port), '127.0.0.1');
  const arrived = once(server, 'request');
  socket.write('GET /page/0 HTTP/1.1\r\nHost: example.com\r\n\r\n');
  await arrived;
  socket.destroy();
  await expectVisits({ host: 'example.com', status_code: 499, user_agent: '', referer: null }, 1);
});

it('sends what was collected before a process ends', async () => {
  const { watch, flush } = onNode({ ...options, collectMs: 600_000 });
  const base = await listening(
    createServer((request, response) => {
      watch(request, response);
      response.end();
    }),
  );
  await visit(base, {}, 3);
  await flush();
  await expectVisits({}, 3);
});

/** Collects what a platform is told to wait for. */
function platform() {
  const works: Promise<unknown>[] = [];
  return {
    waitUntil: (work: Promise<unknown>) => void works.push(work),
    done: () => Promise.all(works),
  };
}

const aRequest = (i: number) =>
  new Request(`https://example.com/page/${i}?secret=1`, {
    headers: { ...HEADERS, 'x-real-ip': '192.0.2.17', 'x-forwarded-for': '203.0.113.9' },
  });

it('an edge function of Netlify counts every visit once, and passes the answer on', async () => {
  const watch = onNetlify(options);
  const { waitUntil, done } = platform();
  const answer = new Response('hello', { status: 404 });
  for (let i = 0; i < VISITS; i++) {
    const context = { ip: '192.0.2.17', next: async () => answer, waitUntil };
    expect(await watch(aRequest(i), context)).toBe(answer);
  }
  await done();
  await expectVisits({ host: 'example.com', ip: '192.0.2.17', status_code: 404 });
});

it('middleware of Vercel counts every visit once', async () => {
  const note = onVercel(options);
  const { waitUntil, done } = platform();
  for (let i = 0; i < VISITS; i++)
    note(
      aRequest(i),
      { waitUntil },
      i === VISITS - 1 ? Response.redirect('https://b.example', 302) : undefined,
    );
  await done();
  await expectVisits({ host: 'example.com', ip: '192.0.2.17', status_code: 302 });
});

it('names an agent that signs its requests, at the edge and in a server', async () => {
  const headers = { 'user-agent': CHROME, 'signature-agent': '"https://chatgpt.com"' };
  const base = await SERVERS.Express?.(options);
  await visit(base ?? '', headers, 1);
  const { waitUntil, done } = platform();
  const context = { ip: '192.0.2.17', next: async () => new Response('hello'), waitUntil };
  await onNetlify(options)(new Request('https://example.com/', { headers }), context);
  await done();
  await system.untilVisits(tenant.website, 2);
  const { rows } = await system.database.pool.query(
    `SELECT slug, count(*)::integer AS visits FROM visits JOIN bots ON bots.id = bot_id
     WHERE website_id = $1 GROUP BY 1`,
    [tenant.website.id],
  );
  expect(rows).toEqual([{ slug: 'chatgpt-agent', visits: 2 }]);
});

/** Services that take nothing, and the addresses of those that were asked. */
async function awayServices() {
  const asked: string[] = [];
  const away = async (answer: (response: ServerResponse) => void) => {
    const server = createServer((_, response) => {
      asked.push(url);
      answer(response);
    });
    const url = await listening(server);
    return { url, server };
  };
  const hanging = await away(() => undefined);
  const refusing = await away((response) => void response.writeHead(503).end());
  const gone = await away(() => undefined);
  gone.server.close();
  const urls = { hangs: hanging.url, 'answers 503': refusing.url, 'is gone': gone.url };
  return { urls, asked: () => asked };
}

describe('A service that is away', () => {
  it('costs the visitors of a Worker nothing', async () => {
    const { urls, asked } = await awayServices();
    for (const url of Object.values(urls)) {
      const worker = await startWorker(WORKER, { ...variables(), BOTGAUGE_URL: url });
      expect(new Set(await visit(worker.base))).toEqual(new Set([200]));
      if (url !== urls['is gone']) await eventually(() => expect(asked()).toContain(url));
      await worker.stop();
    }
  });

  it.each(servers)(
    'costs the visitors of %s nothing, and is told by the hook',
    async (_, start) => {
      const { urls, asked } = await awayServices();
      for (const [name, url] of Object.entries(urls)) {
        let dropped = 0;
        const base = await start({
          ...options,
          url,
          pauseMs: 1,
          // The service that hangs is never given up while the visitors are served.
          timeoutMs: name === 'hangs' ? 600_000 : 5_000,
          onDrop: ({ entries }) => void (dropped += entries),
        });
        expect(new Set(await visit(base))).toEqual(new Set([200]));
        if (name !== 'hangs') await eventually(() => expect(dropped).toBe(VISITS));
        else await eventually(() => expect(asked()).toContain(url));
      }
    },
  );
});
