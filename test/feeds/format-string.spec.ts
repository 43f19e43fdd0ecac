import { eventually, FakeClock, GPTBOT } from '@app/testing';
import { expectError, request } from '../support/http.js';
import { readSummary } from '../support/reports.js';
import { startSystem, type System, type Tenant } from '../support/system.js';

const clock = FakeClock.at('2026-11-20T12:00:00Z');
let system: System;
let tenant: Tenant;
beforeAll(async () => {
  system = await startSystem({ clock });
});
beforeEach(async () => {
  tenant = await system.createTenant();
});
afterAll(() => system.stop());

/** Asks the address of the feed with parameters; with a body it delivers. */
function ask(parameters: Record<string, string>, body?: string) {
  const url = `${system.base}/api/v1/logs/lines?${new URLSearchParams(parameters)}`;
  const headers = { 'x-api-key': tenant.botKey };
  return request(url, { headers, ...(body !== undefined && { method: 'POST', body }) });
}

const APACHE = String.raw`LogFormat "%v|%a|%t|%m %U%q|%>s|%{User-Agent}i" own`;
const line = (path: string, status = '200') =>
  `shop.example|192.0.2.7|[20/Nov/2026:11:59:00 +0000]|GET ${path}|${status}|${GPTBOT}`;

describe('The feed lines with a format string', () => {
  it('reads lines that no format of ours reads, and counts the others', async () => {
    const body = [line('/a?b'), line('/b', 'no'), '# comment', line('/c')].join('\n');
    const { status, body: counts } = await ask({ format_string: APACHE }, body);
    expect({ status, counts }).toEqual({
      status: 200,
      counts: {
        success: true,
        ...{ processed: 2, skipped: 1, rejected: 1 },
        reasons: { comment: 1, unknown_shape: 1 },
      },
    });
    await system.untilVisits(tenant.website, 2);
    const { base } = system;
    const summary = await readSummary(
      { base, apiKey: tenant.apiKey, id: tenant.website.public_id },
      'start_date=2026-11-20&end_date=2026-11-20',
    );
    expect(summary).toMatchObject({ total_visits: 2, ai_bot_visits: 2 });
  });

  it('passes over the head that a forwarder writes in front of a line', async () => {
    const body = `<190>Nov 20 11:59:00 web1 httpd: ${line('/a')}\n`;
    const { body: counts } = await ask({ format_string: APACHE }, body);
    expect(counts).toMatchObject({ processed: 1, rejected: 0 });
  });

  it('shows an operator where lines do not fit, and nothing of what they say', async () => {
    await ask({ format_string: APACHE }, line('/secret', 'private'));
    const url = `${system.base}/api/v1/websites/${tenant.website.public_id}/feeds`;
    const text = await eventually(async () => {
      const { body } = await request(url, { headers: { 'x-api-key': tenant.apiKey } });
      const report = JSON.stringify(body);
      expect(report).toContain('does not fit the format string: at %>s (6th directive)');
      return report;
    });
    expect(text).toContain('expected digits, found `aaaaaaa|Aaaaaaa/9.9 Aaaa…`');
    expect(text).not.toMatch(/private|secret/);
  });

  it('reads the languages of nginx and GoAccess', async () => {
    const nginx = { format_string: '$time_iso8601 $remote_addr "$request" $status' };
    const one = await ask(nginx, '2026-11-20T11:59:00+00:00 192.0.2.7 "GET / HTTP/1.1" 200');
    expect(one.body).toMatchObject({ processed: 1 });
    const times = { date_format: '%d.%m.%Y', time_format: '%H:%M' };
    const goaccess = { format_string: '%d %t %h %U', format_syntax: 'goaccess', ...times };
    const other = await ask(goaccess, '20.11.2026 11:59 192.0.2.7 /');
    expect(other.body).toMatchObject({ processed: 1 });
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ format_string: '%h%l %t %U' }, /format_string: %l at character 3 stands directly behind %h/],
    [{ format_string: '%h' }, /lacks a time and a request or a path/],
    [{ format_string: 'x'.repeat(4_097) }, /format_string must be text of 1 to 4096 characters/],
    [{ format_string: '%d %t %U', date_format: '%Q' }, /%Q in the date format/],
    [{ format_string: APACHE, format_syntax: 'iis' }, /format_syntax must be one of apache, nginx/],
    [{ format_string: APACHE, format: 'combined' }, /format and format_string say the same/],
    [{ date_format: '%F' }, /date_format says more about a format_string, and there is none/],
  ])('refuses %j, also when the address is tried', async (parameters, message) => {
    for (const answer of [await ask(parameters), await ask(parameters, line('/a'))]) {
      expectError(answer, 'VALIDATION_ERROR');
      expect(answer.body.error.message).toMatch(message);
    }
  });
});
