import { agentName } from './agent-name.js';

const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/103.0.0.0 Safari/537.36';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';

it('is the browser as reports show it, with its version and system', () => {
  expect(
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM}`,
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Edg/104.0.1293.47`,
      `Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} OPR/89.0.4447.51`,
      'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:102.0) Gecko/20100101 Firefox/102.0',
      `${MAC} Version/15.6 Safari/605.1.15`,
    ].map(agentName),
  ).toEqual([
    'Chrome 103 on Windows',
    'Edge 104 on Windows',
    'Opera 89 on Linux',
    'Firefox 102 on Ubuntu',
    'Safari 15 on Mac OS',
  ]);
});

it('is the begin of any other agent', () => {
  expect(agentName('curl/8.0.1')).toBe('curl/8.0.1');
  const name = agentName(`curl/8.0.1 ${'\u{1f600}'.repeat(100)}`);
  expect(name).toBe(`curl/8.0.1 ${'\u{1f600}'.repeat(48)}…`);
});
