import { welcome } from './welcome.js';

const firstKeys = {
  website_id: 'ws_1',
  domain: 'example.com',
  api_key: 'api_x',
  bot_key: 'bot_x',
};
const service = { baseUrl: 'http://127.0.0.1:3000', firstKeys };
const now = new Date('2026-11-20T13:00:00Z');

describe('welcome', () => {
  it('shows the keys once, with lines to paste', () => {
    expect(welcome(service, { keysFile: undefined, now })).toMatchSnapshot();
  });

  it('names the file that holds the keys instead of printing them', () => {
    const text = welcome(service, { keysFile: '/tmp/keys.json', now });
    expect(text).toContain('Its keys are in /tmp/keys.json');
    expect(text).not.toMatch(/api_x|bot_x/);
  });

  it('later says how to make other keys', () => {
    const text = welcome({ ...service, firstKeys: undefined }, { keysFile: undefined, now });
    expect(text).toContain('npm run --silent botgauge -- keys create --website ws_… --kind bot');
    expect(text).toContain('npm run --silent botgauge -- keys create --account acc_… --kind api');
  });
});
