import fc from 'fast-check';
import { signatureAgentHost } from './signature-agent.js';

describe('signatureAgentHost', () => {
  it.each([
    // As the header is sent: a text, later a dictionary of texts.
    ['"https://chatgpt.com"', 'chatgpt.com'],
    ['g="https://agent.bot.goog"', 'agent.bot.goog'],
    ['sig1="https://www.browserbase.com";x=1, sig2="https://other.example"', 'www.browserbase.com'],
    ['sig1="", sig2="https://other.example"', 'other.example'],
    // As logs and people write it.
    ['https://chatgpt.com', 'chatgpt.com'],
    ['chatgpt.com', 'chatgpt.com'],
    ['"chatgpt.com"', 'chatgpt.com'],
    ['\\"https://chatgpt.com\\"', 'chatgpt.com'],
    ['"\\"https://chatgpt.com\\""', 'chatgpt.com'],
    ['"\\\\\\"https://chatgpt.com\\\\\\""', 'chatgpt.com'],
    [' "https://chatgpt.com" ', 'chatgpt.com'],
    ['" https://chatgpt.com "', 'chatgpt.com'],
    ['"https://chatgpt.com', 'chatgpt.com'],
    // Forms of one address.
    ['"HTTPS://ChatGPT.com."', 'chatgpt.com'],
    ['"http://chatgpt.com:8443/.well-known/http-message-signatures-directory"', 'chatgpt.com'],
    ['"https://chatgpt.com?a=https://evil.example"', 'chatgpt.com'],
    ['"https://bücher.example"', 'xn--bcher-kva.example'],
    ['"https://chatgpt.com\u0007"', 'chatgpt.com'],
    // Another host that looks like one of the registry.
    ['"https://chatgpt.com.evil.example"', 'chatgpt.com.evil.example'],
    ['"https://evil.example/chatgpt.com"', 'evil.example'],
    ['"https://evil.example#chatgpt.com"', 'evil.example'],
    ['"https://chatgρt.com"', 'xn--chatgt-00e.com'],
  ])('reads %j as %s', (value, host) => {
    expect(signatureAgentHost(value)).toBe(host);
  });

  it.each([
    // How logs write that there was no header.
    ...['', ' ', '-', '""', '"-"', 'null', '(null)', 'undefined', 'none', 'true', '1', '\\"\\"'],
    // No host that publishes keys.
    ...['"https://localhost"', '"https://192.0.2.7"', '"https://[2001:db8::1]"', '1.2', '3.14'],
    ...['"https://"', 'https://.', '"//chatgpt.com"', '"ftp://chatgpt.com"', '"data:,chatgpt.com"'],
    // Tricks.
    ...['"https://chatgpt.com@evil.example"', '"https://evil.example@chatgpt.com"'],
    ...['"https://chatgpt.com\\@evil.example"', '"https://chatgpt.com:x@evil.example"'],
    ...['"https://chat gpt.com"', '"https://chat\u0000gpt.com"', '"https://chat\ngpt.com"'],
    ...['"https://chat\u0085gpt.com"', '"https://chatgpt%2ecom"'],
    ...['"https://chatgpt.com:99999"', '"https://*.chatgpt.com"', '\ud800.\ud800'],
    ...['https://chatgpt.com, https://other.example', '<script>', '../..', '..', '.com'],
    `"https://${'a'.repeat(300)}.example"`,
    `"https://${'a.'.repeat(100)}example"`,
    // What stands far behind is not read, so that no value takes long.
    `${' '.repeat(512)}https://chatgpt.com`,
    `${'"'.repeat(20)}https://chatgpt.com`,
  ])('reads nobody in %j', (value) => {
    expect(signatureAgentHost(value)).toBe('');
  });

  const around = fc.constantFrom(
    '',
    '"',
    '\\"',
    ' ',
    'sig1="',
    'g=',
    ',',
    ';',
    '@',
    '/',
    '\\',
    ':',
  );
  const pieces = fc.oneof(
    around,
    fc.constantFrom('https://', 'http://', 'HTTPS://', '//', 'chatgpt.com', 'evil.example', '.'),
    fc.domain(),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
      .map((units) => String.fromCharCode(...units)),
  );
  const values = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));

  it('returns a name in canonical form or nothing, whatever the value is', () => {
    fc.assert(
      fc.property(values, (value) => {
        const host = signatureAgentHost(value);
        expect(host).toMatch(
          /^$|^(?=.{3,253}$)(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)+[a-z0-9-]+$/,
        );
        expect(signatureAgentHost(host)).toBe(host);
        expect(signatureAgentHost(`"https://${host}"`)).toBe(host);
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads every domain in every form of the header', () => {
    fc.assert(
      fc.property(fc.domain(), fc.nat(65_535), (domain, port) => {
        fc.pre(domain.split('.').length <= 10);
        const host = new URL(`https://${domain}`).hostname;
        for (const value of [
          `"https://${domain}"`,
          `sig1="https://${domain}:${port}/"`,
          `https://${domain}`,
          domain.toUpperCase(),
        ]) {
          expect([value, signatureAgentHost(value)]).toEqual([value, host]);
        }
      }),
    );
  });
});
