import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removedAtEnd } from '@app/testing';
import { freePort } from '../support/servers/redis.js';
import { type Random, seededRandom } from '../support/random.js';
import type { LabBrowser } from './browsers/browser.js';
import { findChromiums } from './browsers/chromium.js';
import { findFirefox } from './browsers/firefox.js';
import { Addresses } from './log/addresses.js';
import type { Visit } from './log/visit.js';
import { makeCertificate } from './server/certificate.js';
import { startNginx } from './server/nginx.js';
import { writeOthers, writeWebsite } from './server/pages.js';
import { hostOf, MAIL, SEARCH, WEBSITE_NAMES, websiteOf } from './server/websites.js';

/** All that visitors need: websites, browsers, addresses and days. */
export interface Lab {
  folder: string;
  /** The port of all websites. */
  port: number;
  hosts: ReadonlySet<string>;
  browsers: readonly LabBrowser[];
  addresses: Addresses;
  random: Random;
  /** The begins of two days that follow each other, in epoch milliseconds UTC. */
  days: readonly [number, number];
  /** What was done, and how it is labelled. */
  visits: Visit[];
}

const DAY_MS = 86_400_000;

/** Starts the laboratory. Whatever it starts is ended at the end of the program. */
export async function startLab(seed: number): Promise<Lab> {
  const folder = removedAtEnd(mkdtempSync(join(tmpdir(), 'botgauge-people-')));
  const hosts = [...WEBSITE_NAMES.map(hostOf), SEARCH, MAIL];
  for (const name of WEBSITE_NAMES) {
    mkdirSync(join(folder, name));
    writeWebsite(join(folder, name), websiteOf(name));
  }
  writeOthers(folder);
  const certificate = makeCertificate(folder, hosts);
  const [port, behind] = [await freePort(), await freePort()];
  await startNginx({ folder, certificate, port, behind });
  const random = seededRandom(seed);
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return {
    ...{ folder, port, hosts: new Set(hosts), random, visits: [] },
    browsers: [findChromiums(certificate.fingerprint), findFirefox()],
    addresses: new Addresses(random),
    days: [today - 2 * DAY_MS, today - DAY_MS],
  };
}
