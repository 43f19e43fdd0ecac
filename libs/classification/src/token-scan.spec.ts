import type { BotCategory } from '@app/contracts';
import type { RegisteredBot } from './registry/registered-bot.js';
import { compileTokenScan } from './token-scan.js';

function aRow(name: string, more: Partial<RegisteredBot> = {}): RegisteredBot {
  return {
    id: 10,
    slug: name.toLowerCase(),
    name,
    provider: 'Someone',
    category: 'seo' satisfies BotCategory,
    documentation: null,
    tokens: [name],
    examples: [`${name}/1.0`],
    ...more,
  };
}

function nameIn(userAgent: string, ...rows: RegisteredBot[]): string | undefined {
  return compileTokenScan(rows)(userAgent)?.row.name;
}

describe('token scan', () => {
  it.each(['FooBot', 'foobot/1', 'x (compatible; FOOBOT; +url)', 'a-FooBot-b', 'a_FooBot_b'])(
    'finds a token that stands alone, in upper or lower case: %s',
    (userAgent) => expect(nameIn(userAgent, aRow('FooBot'))).toBe('FooBot'),
  );

  it.each(['FooBotX', 'XFooBot', 'FooBot2', '1FooBot', 'Foo Bot', ''])(
    'finds nothing in: %j',
    (userAgent) => expect(nameIn(userAgent, aRow('FooBot'))).toBeUndefined(),
  );

  it('needs no boundary after a token that ends with a punctuation mark', () => {
    expect(nameIn('curl/7.54', aRow('curl', { tokens: ['curl/'] }))).toBe('curl');
    expect(nameIn('libcurl/7.54', aRow('curl', { tokens: ['curl/'] }))).toBeUndefined();
  });

  it('also needs a boundary after a token of several words', () => {
    expect(nameIn('Foo-Image/1', aRow('Foo-Image'))).toBe('Foo-Image');
    expect(nameIn('Foo-ImageX/1', aRow('Foo-Image'))).toBeUndefined();
    expect(nameIn('Foo-Image2', aRow('Foo-Image'))).toBeUndefined();
  });

  it('reads tokens as plain text, not as patterns', () => {
    expect(nameIn('aXb', aRow('a.b'))).toBeUndefined();
    expect(nameIn('aXb a.b (c+', aRow('a.b'))).toBe('a.b');
  });

  it('prefers the longest token, wherever it is in the text', () => {
    const rows = [aRow('FooBot'), aRow('FooBot-Image'), aRow('LongerBotName')];
    expect(nameIn('FooBot-Image/1.0', ...rows)).toBe('FooBot-Image');
    expect(nameIn('FooBot/1.0 LongerBotName/2', ...rows)).toBe('LongerBotName');
    expect(nameIn('LongerBotName/2 FooBot/1.0', ...rows)).toBe('LongerBotName');
  });

  it('finds a longer token that begins inside a shorter one', () => {
    const rows = [aRow('foo bar'), aRow('bar and more')];
    expect(nameIn('foo bar and more', ...rows)).toBe('bar and more');
  });

  it('takes the first of two equally long tokens', () => {
    expect(nameIn('BBot ABot', aRow('ABot'), aRow('BBot'))).toBe('BBot');
  });

  it.each(['http_client', 'headless_browser'] as const)(
    'prefers a bot to the software that carries it (%s), even if the name of the software is longer',
    (category) => {
      const vehicle = aRow('a-very-long-vehicle', { category });
      expect(nameIn('a-very-long-vehicle/1.0 FooBot', vehicle, aRow('FooBot'))).toBe('FooBot');
      expect(nameIn('FooBot a-very-long-vehicle/1.0', vehicle, aRow('FooBot'))).toBe('FooBot');
    },
  );

  it('prefers a name to an address, even if the address is longer', () => {
    const rows = [aRow('Home', { tokens: ['long-home.example'] }), aRow('FooBot')];
    expect(nameIn('FooBot/1.0 (+https://long-home.example/bot)', ...rows)).toBe('FooBot');
    expect(nameIn('Other/1.0 (+https://long-home.example/bot)', ...rows)).toBe('Home');
  });

  it('prefers an address to the software that carries the bot', () => {
    const vehicle = aRow('a-very-long-vehicle', { category: 'http_client' });
    const home = aRow('Home', { tokens: ['home.example'] });
    expect(nameIn('a-very-long-vehicle/1.0 (https://home.example)', vehicle, home)).toBe('Home');
  });

  it('does not read a comparison as a name', () => {
    const rows = [aRow('FooBot'), aRow('Bar')];
    expect(nameIn('Bar/1.0 like FooBot', ...rows)).toBe('Bar');
    expect(nameIn('Other (compatible with FooBot)', ...rows)).toBeUndefined();
  });

  it('respects a row that counts only at the start', () => {
    const row = aRow('okhttp', { tokens: ['okhttp/'], startsAgent: true });
    expect(nameIn('okhttp/4', row)).toBe('okhttp');
    expect(nameIn('App/1 okhttp/4', row)).toBeUndefined();
  });

  it('respects the words that show a person', () => {
    const row = aRow('Feedly', { unless: ['CFNetwork/'] });
    expect(nameIn('Feedly/1.0', row)).toBe('Feedly');
    expect(nameIn('Feedly/1.0 CFNetwork/1 Darwin/2', row)).toBeUndefined();
  });

  it('falls back to a shorter name when the longer one does not count', () => {
    const rows = [aRow('FooBot-Start', { startsAgent: true }), aRow('Start')];
    expect(nameIn('x FooBot-Start', ...rows)).toBe('Start');
  });

  it('finds nothing in an empty registry', () => {
    expect(nameIn('anything')).toBeUndefined();
  });

  it('keeps no state between calls', () => {
    const find = compileTokenScan([aRow('FooBot')]);
    expect(find('long text before FooBot')?.row.name).toBe('FooBot');
    expect(find('FooBot')?.row.name).toBe('FooBot');
  });
});
