import { welcome } from './welcome.js';

const keys = {
  website_id: 'ws_1',
  domain: 'example.com',
  api_key: 'api_x',
  bot_key: 'bot_x',
};
const BASE = 'http://127.0.0.1:3000';
const signIn = `${BASE}/#sign-in=one-time`;

describe('welcome', () => {
  it('shows the keys once, with lines to paste', () => {
    expect(welcome(BASE, { signIn, keys, lists: 'refresh' })).toMatchSnapshot();
  });

  it('names the file that holds the keys instead of printing them', () => {
    const text = welcome(BASE, { signIn, keys, keysFile: '/tmp/keys.json', lists: 'refresh' });
    expect(text).toContain('Its keys are in /tmp/keys.json');
    expect(text).not.toMatch(/api_x|bot_x/);
  });

  it('tells later how to create other keys', () => {
    const text = welcome(BASE, { signIn, lists: 'bundled' });
    expect(text).toContain('npm run --silent botgauge -- keys create --website ws_… --kind bot');
    expect(text).toContain('npm run --silent botgauge -- keys create --account acc_… --kind api');
  });

  it('has nothing to open without the page', () => {
    expect(welcome(BASE, { signIn, lists: 'off' })).toContain(`\n  ${signIn}\n`);
    expect(welcome(BASE, { signIn: undefined, lists: 'off' })).not.toContain('sign');
  });

  it('says how spoofed bots are found, while the lists come from the release', () => {
    expect(welcome(BASE, { signIn, lists: 'bundled' })).toContain(
      'VERIFY_LISTS=refresh fetches current ones',
    );
    for (const lists of ['off', { directory: './lists' }] as const)
      for (const first of [{}, { keys }])
        expect(welcome(BASE, { signIn, lists, ...first })).not.toContain('VERIFY_LISTS');
  });

  it('says at the first start what is fetched and what leaves the machine, and later in one line', () => {
    const linesAbout = (more: object) =>
      welcome(BASE, { signIn, lists: 'refresh', ...more })
        .split('\n')
        .filter((line) => /lists|operators|visitors|VERIFY_LISTS/i.test(line));
    expect(linesAbout({ keys }).join(' ')).toMatch(
      /fetches lists .* from their operators.*Nothing about your visitors is sent there\..*VERIFY_LISTS=bundled fetches nothing/,
    );
    expect(linesAbout({})).toEqual([
      "Lists of bots' addresses are fetched daily from the bots' operators; VERIFY_LISTS=bundled fetches none.",
    ]);
  });
});
