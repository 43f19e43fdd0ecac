// The suites of the page say nothing when what watches it sees nothing. So these tests show a page
// with every fault, and one without.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultsOfLook } from '../browser/accessibility.js';
import type { Stage } from '../stage.js';

const POLICY = "default-src 'self'; script-src 'unsafe-inline'; img-src *";
const BAD_PAGE = `<!doctype html><title></title>
  <p style="color: #eee">pale</p><svg width="400" height="9"></svg>
  <img src="http://localhost:PORT/elsewhere">
  <script>console.error('broken'); fetch('http://127.0.0.1:1/'); setTimeout(() => { throw new Error('thrown'); });</script>`;

export function harness(stage: () => Stage): void {
  describe('what watches a page', () => {
    let server: Server;
    let base: string;
    beforeAll(async () => {
      server = createServer((request, answer) => {
        answer.setHeader('content-security-policy', POLICY);
        answer.setHeader('content-type', 'text/html');
        answer.end(request.url === '/' ? BAD_PAGE.replace('PORT', base.split(':')[2] ?? '') : '');
      });
      server.listen(0);
      await once(server, 'listening');
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => server.close());

    it('sees every fault of a page', async () => {
      const visitor = await stage().visitor(base);
      const page = await visitor.open('');
      const look = (await faultsOfLook(page, 'bad')).join('\n');
      await page.waitForLoadState('networkidle');
      const faults = visitor.takeFaults().join('\n');
      expect(faults).toContain('console: broken');
      expect(faults).toContain('script: Error: thrown');
      expect(faults).toMatch(/policy: style-src-attr forbids inline/);
      expect(faults).toMatch(/policy: connect-src forbids http:\/\/127\.0\.0\.1:1/);
      expect(faults).toMatch(/other origin: http:\/\/localhost:\d+\/elsewhere/);
      expect(visitor.requests).toContainEqual({ method: 'GET', path: '/', status: 200 });
      for (const theme of ['light', 'dark'])
        for (const width of [320, 1280])
          expect(look).toContain(`bad, ${theme}, ${width} px: image-alt`);
      expect(look).toMatch(/light, 320 px: the page is 4\d\d px wide/);
      expect(look).not.toContain('1280 px: the page is');
      await visitor.leave();
    });

    it('sees none at the documentation of the API', async () => {
      const visitor = await stage().visitor();
      const page = await visitor.open('docs');
      await page.getByText('/api/v1/websites', { exact: true }).first().waitFor();
      expect(visitor.takeFaults()).toEqual([]);
      expect(visitor.requests.map(({ path, status }) => [path, status])).toContainEqual([
        '/openapi.json',
        200,
      ]);
      await visitor.leave();
    });
  });
}
