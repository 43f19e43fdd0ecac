// Programs that are no browsers, and say that they are: without them no log is like a real one.
import { connect } from 'node:net';
import { connect as secure } from 'node:tls';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { Lab } from '../lab.js';
import { PAGES } from '../server/pages.js';
import { hostOf, type WebsiteName } from '../server/websites.js';
import { AGENTS } from './agents.js';
import { beginVisit } from './guest.js';

const FLEET = 10;

/** Lets a crawler and a fleet of single requests visit a website. */
export async function sendPrograms(lab: Lab, website: WebsiteName): Promise<void> {
  const [agent = ''] = AGENTS.chromium;
  const crawl = { website, persona: 'program: all pages', label: 'automation' } as const;
  const crawler = beginVisit(lab, crawl, 'program', 0);
  for (const path of PAGES) {
    await request(lab, crawler.address, { website, path, agent });
    crawler.clock.pass(2_000);
  }
  const one = { website, persona: 'program: one page each', label: 'automation' } as const;
  for (let at = 0; at < FLEET; at++) {
    const { address } = beginVisit(lab, one, 'program', 0);
    await request(lab, address, {
      website,
      path: PAGES[at % PAGES.length] ?? '/',
      agent: FLEET_AGENT,
    });
  }
}

/** No reader of the laboratory has it. */
const FLEET_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0.0.0 Safari/537.36';

/** Sends one request by HTTP/1.1, as most libraries do, and reads the answer. */
async function request(
  { port }: Lab,
  address: string,
  { website, path, agent }: { website: WebsiteName; path: string; agent: string },
): Promise<void> {
  const host = hostOf(website);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`PROXY TCP4 ${address} 127.0.0.1 40000 443\r\n`);
  const stream = secure({ socket, servername: host, rejectUnauthorized: false });
  stream.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${agent}\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
  );
  const answer = await text(stream);
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`${host}${path}: ${answer.slice(0, 40)}`);
}
