import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const run = promisify(execFile);

/** The commands of the tour that use the API, each as a user pastes it. */
function requestsOfTour(): string[] {
  const [, tour = ''] = /\n## A quick tour\n([^]*?)\n## /.exec(README) ?? [];
  const blocks = [...tour.matchAll(/```sh\n([^]*?)```/g)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.split(/\n(?=curl )/))
    .filter((text) => /^curl /.test(text));
}

const curl = (() => {
  try {
    return execFileSync('curl', ['--version']).length > 0;
  } catch {
    return false;
  }
})();
const withCurl = curl ? describe : describe.skip;

withCurl(`README's tour${curl ? '' : ' (skipped: there is no curl)'}`, () => {
  let system: System;
  let tenant: Tenant;
  beforeAll(async () => {
    system = await startSystemOn('postgres');
    tenant = await system.createTenant();
  });
  afterAll(() => system.stop());

  async function paste(command: string): Promise<string> {
    const text = command.replaceAll('http://127.0.0.1:3000', system.base);
    const { stdout } = await run('bash', ['-c', text.replace(/^curl /, 'curl -sS --fail ')], {
      env: {
        PATH: process.env.PATH,
        BOT_KEY: tenant.botKey,
        API_KEY: tenant.apiKey,
        WEBSITE: tenant.website.public_id,
      },
    });
    return stdout;
  }

  it('does what it says, on any day', async () => {
    const [send = '', ...others] = requestsOfTour();
    expect(JSON.parse(await paste(send))).toEqual({
      success: true,
      processed: 1,
      message: 'Logs received',
    });
    await system.untilVisits(tenant.website, 1);
    expect(others.length).toBeGreaterThanOrEqual(9);
    for (const command of others) {
      const answer = await paste(command);
      if (command.includes('format=csv')) expect(answer).toMatch(/^path,/);
      else expect(JSON.parse(answer)).toMatchObject({ success: true });
    }
    const bots = others.find((command) => command.includes('/bots"')) ?? '';
    expect(JSON.parse(await paste(bots)).data.bots).toMatchObject([{ name: 'GPTBot', visits: 1 }]);
  });
});
