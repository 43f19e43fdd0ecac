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
    for (const lists of ['refresh', 'off', { directory: './lists' }] as const)
      expect(welcome(BASE, { signIn, lists })).not.toContain('VERIFY_LISTS');
  });
});
