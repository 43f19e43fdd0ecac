// The page below a path of another host's address, as behind a reverse proxy.
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import type { Stage } from '../stage.js';

const PATH = '/botgauge';

/** A reverse proxy that serves the API below the path, and nothing elsewhere. */
function startProxy(baseOf: () => string): Server {
  return createServer((asked, answer) => {
    if (!asked.url?.startsWith(`${PATH}/`)) return void answer.writeHead(404).end();
    const { method, headers } = asked;
    const url = baseOf() + asked.url.slice(PATH.length);
    const passedOn = request(url, { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      pipeline(answered, answer, () => undefined);
    });
    pipeline(asked, passedOn, () => undefined);
  }).listen(0, '127.0.0.1');
}

export function belowAPath(stage: () => Stage): void {
  describe('the page below a path', () => {
    let api: string;
    let proxy: Server;
    let base: string;
    beforeAll(async () => {
      proxy = startProxy(() => api);
      await once(proxy, 'listening');
      base = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PATH}`;
      api = await stage().system.startApi({ PUBLIC_URL: base });
    });
    afterAll(() => proxy.close());

    it('signs in, moves, keeps the address and signs out there', async () => {
      const { tenant } = stage();
      const visitor = await stage().visitor(base);
      const page = await visitor.open(`./?website=${tenant.website.public_id}`);
      await page.getByLabel('API key', { exact: true }).fill(tenant.apiKey);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Overview of example.com' }).waitFor();
      for (const [tab, row] of [
        ['Bots', 'Googlebot'],
        ['Pages', '/pricing'],
      ] as const) {
        await page.getByRole('link', { name: tab, exact: true }).click();
        await page.getByRole('link', { name: row }).waitFor();
      }
      await page.reload();
      await page.getByRole('link', { name: '/pricing' }).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: /^CSV/ }).first().click();
      expect((await download).url()).toMatch(`${base}/api/v1/`);
      await page.getByTitle('Settings').click();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('API key', { exact: true }).waitFor();
      expect(visitor.requests.filter(({ path }) => !path.startsWith(`${PATH}/`))).toEqual([]);
      expect(visitor.takeFaults()).toEqual([]);
      await visitor.leave();
    });
  });
}
