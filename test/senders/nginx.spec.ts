import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecognisingReader } from '@app/log-formats';
import { eventually, removedAtEnd } from '@app/testing';
import { addressDatabase } from './address-database.js';
import { startBackend } from './backend.js';
import { describeSender, linesOf } from './describe-sender.js';
import { entryOfNginx } from './nginx-entry.js';
import { blocksOf, readPage, replaced } from './page.js';
import { run } from './program.js';
import { makeRequests, type SentRequest } from './requests.js';
import { startNginx } from './start-nginx.js';
import { visit } from './visitor.js';

describeSender({
  page: 'nginx',
  title: 'nginx',
  programs: ['nginx'],
  version: () => /nginx\/(\S+)/.exec(run('nginx', ['-v']))?.[1] ?? '',
  debian12: '1.22.1',
  whenLeft: 'gives up',
  start: startNginx,
  logs: entryOfNginx,
});

const MODULE = '/usr/lib/nginx/modules/ngx_http_geoip2_module.so';
const reason = existsSync(MODULE) ? '' : ' (skipped: libnginx-mod-http-geoip2 is not installed)';
const withModule = reason === '' ? it : it.skip;

withModule(`nginx logs country and network with geoip2, as its page says${reason}`, async () => {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-nginx-')));
  const page = readPage('nginx');
  const backend = await startBackend();
  // The first bit of 127.0.0.1 is 0.
  const databases = {
    'GeoLite2-Country': addressDatabase('GeoLite2-Country', 0, { country: { iso_code: 'DE' } }),
    'GeoLite2-ASN': addressDatabase('GeoLite2-ASN', 0, {
      autonomous_system_number: { number: 64_500, bits: 32 },
    }),
  };
  for (const [name, bytes] of Object.entries(databases))
    writeFileSync(join(folder, `${name}.mmdb`), bytes);
  const [geoip2] = blocksOf(page.text, 'Countries and networks');
  const [, added = ''] = /Then add `(.+?)` to the format/.exec(page.text) ?? [];
  const nginx = await startNginx(folder, page, backend, {
    modules: `load_module ${MODULE};`,
    http: replaced(geoip2?.text ?? '', { '/etc/nginx/': `${folder}/` }),
    others: { '"protocol":': `${added},"protocol":` },
  });
  const request = { ...(makeRequests(2)[1] as SentRequest), source: '127.0.0.1' };
  expect(await visit(request, nginx.ports[0] ?? 0, backend, 'gives up')).toBe(request.status);
  const [line = ''] = await eventually(() => {
    const lines = linesOf(nginx);
    expect(lines).toHaveLength(1);
    return lines;
  });
  const reader = createRecognisingReader({ now: Date.now(), host: '' });
  expect(reader.readLine(line)).toMatchObject([{ entry: { country: 'DE', asn: '64500' } }]);
  await nginx.stop();
});
