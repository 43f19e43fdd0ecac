import type { LabBrowser } from '../browsers/browser.js';
import type { Random } from '../../support/random.js';

const chrome = (system: string, version: number, mobile = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0${mobile} Safari/537.36`;
const WINDOWS = 'Windows NT 10.0; Win64; x64';

/** What browsers with a window say, on systems that are usual. Firefox: undefined is what it is. */
export const AGENTS = {
  chromium: [
    chrome(WINDOWS, 156),
    chrome(WINDOWS, 155),
    chrome('Macintosh; Intel Mac OS X 10_15_7', 156),
    chrome('X11; Linux x86_64', 156),
    chrome('Linux; Android 10; K', 156, ' Mobile'),
  ],
  firefox: [undefined, `Mozilla/5.0 (${WINDOWS}; rv:153.0) Gecko/20100101 Firefox/153.0`],
} as const;

/** Returns what a visitor's browser says. */
export function agentOf({ name }: LabBrowser, random: Random): string | undefined {
  const agents = AGENTS[name];
  return agents[Math.floor(random() * agents.length)];
}
