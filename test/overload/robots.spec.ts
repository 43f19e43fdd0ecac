// Reports on obedience to robots.txt whose text or paths would take long to judge.
import { FakeClock, GPTBOT } from '@app/testing';
import { exchange, expectJson, get } from '../support/http.js';
import { shareSystemOn } from '../support/shared-system.js';
import { dayOf, LATE_TODAY, Robots, visit } from '../support/robots.js';
import type { System, Tenant } from '../support/system-on-queue.js';

const clock = FakeClock.at(LATE_TODAY);

let system: System;
let tenant: Tenant;
let robots: Robots;
beforeAll(async () => {
  system = await shareSystemOn('postgres', { clock });
});
beforeEach(async () => {
  tenant = await system.createTenant();
  robots = new Robots(system, tenant);
});
afterAll(() => system.stop());

describe('What a limit leaves out', () => {
  const wildcards = (count: number) =>
    Array.from({ length: count }, (_, n) => `Disallow: /*aaaaaab*${n}`).join('\n');

  it('is told of a text with very many rules, and of the bots whose rules these are', async () => {
    await robots.sendAll([
      visit(GPTBOT, '/a'),
      visit('FooHarvest/1.0 (+https://harvest.example/)', '/a'),
    ]);
    const long = `Disallow: /${'b'.repeat(20_000)}`;
    const text = `User-agent: FooHarvest\n${long}\nUser-agent: *\n${wildcards(10_002)}`;
    const given = await robots.put({ text, from: dayOf(0) });
    expectJson(given, 200);
    expect(given.body.data.left_out).toEqual({ rules: 3, long_lines: 1 });
    const listed = await get(system.base, `${robots.path}/texts`, tenant.apiKey);
    expect(listed.body.data.left_out).toEqual({ rules: 3, long_lines: 1 });
    const { bots, limits_reached: limits } = await robots.report('period=today');
    expect(limits).toEqual([
      { limit: 'rules', text_from: dayOf(0), count: 3 },
      { limit: 'long_lines', text_from: dayOf(0), count: 1 },
    ]);
    const counts = Object.fromEntries(
      bots.map(({ name, beyond_limit_visits: beyond, allowed_visits: allowed }) => [
        ...[name, { beyond, allowed }],
      ]),
    );
    expect(counts).toMatchObject({ GPTBot: { beyond: 1, allowed: 0 } });
    expect(Object.values(counts)).toContainEqual({ beyond: 0, allowed: 1 });
  });

  it('is the pages with the longest paths, and nobody waits for the others', async () => {
    const long = Array.from({ length: 120 }, (_, n) => visit(GPTBOT, `/${'a'.repeat(2_000)}${n}`));
    await robots.sendAll([...long, visit(GPTBOT, '/0'), visit(GPTBOT, '/1')]);
    await robots.give(`User-agent: *\nDisallow: /0\n${wildcards(9_000)}`, dayOf(0));
    let isOver = false;
    const asked = robots.report('period=today').finally(() => (isOver = true));
    let answers = 0;
    while (!isOver) {
      expect((await exchange(`${system.base}/healthz`)).status).toBe(200);
      answers += 1;
    }
    const { bots, limits_reached: limits } = await asked;
    expect(answers).toBeGreaterThan(20);
    const beyond = bots[0]?.beyond_limit_visits ?? 0;
    expect(limits).toEqual([
      { limit: expect.stringMatching(/^(work|time)$/), text_from: dayOf(0), count: beyond },
    ]);
    expect(beyond).toBeGreaterThan(0);
    expect(bots).toMatchObject([
      {
        ...{ disallowed_visits: 1, not_judged_visits: beyond, allowed_visits: 121 - beyond },
        samples: [{ path: '/0', rule: 'Disallow: /0', line: 2 }],
      },
    ]);
    const { text } = await exchange(`${system.base}/api/v1${robots.path}?period=today&format=csv`, {
      headers: { 'x-api-key': tenant.apiKey },
    });
    expect(text).toMatch(/,not_judged_visits,beyond_limit_visits,/);
  });
});
