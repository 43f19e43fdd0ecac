import { once } from 'node:events';
import { PassThrough, Readable, Writable } from 'node:stream';
import { CHROME, GPTBOT } from '@app/testing';
import { runCommand } from '../../test/run-command.js';
import { run } from '../create-program.js';
import { LONGEST_LINE } from './classify.js';

async function classify(...input: (string | Buffer)[]) {
  const { status, stdout, stderr } = await runCommand(['classify'], { input });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout === '' || stdout.endsWith('\n')).toBe(true);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { user_agent: string; kind: string; name: string | null });
}

const parse = (line: string) => JSON.parse(line) as Record<string, unknown>;

const agents = async (...input: (string | Buffer)[]) =>
  (await classify(...input)).map((verdict) => verdict.user_agent);

describe('classify', () => {
  it('writes exactly these fields, in this order', async () => {
    const { stdout } = await runCommand(['classify'], {
      input: [`${GPTBOT}\n${CHROME}\ncurl/8\n`],
    });
    const [bot, human, client] = stdout.split('\n');
    expect(bot).toBe(
      `{"user_agent":"${GPTBOT}","kind":"ai_bot","name":"GPTBot","provider":"OpenAI","category":"ai_training","declared":false}`,
    );
    expect(human).toBe(
      `{"user_agent":"${CHROME}","kind":"human","name":null,"provider":null,"category":null,"declared":false}`,
    );
    expect(JSON.parse(client ?? '')).toMatchObject({ kind: 'bot', category: 'http_client' });
  });

  it('tells what a bot calls itself that no row names', async () => {
    const agent = 'Mozilla/5.0 (compatible; Zorglub/1.0; +https://www.zorglub.dev/bot)';
    const { stdout } = await runCommand(['classify'], { input: [`${agent}\n`] });
    expect(JSON.parse(stdout)).toEqual({
      ...{ user_agent: agent, kind: 'bot', name: 'Zorglub', provider: 'zorglub.dev' },
      ...{ category: 'unidentified', declared: true },
    });
  });

  it('explains itself with --explain', async () => {
    const input = [`${GPTBOT}\nMozilla/5.0\n${CHROME}\n`];
    const { stdout } = await runCommand(['classify', '--explain'], { input });
    const [named, malformed, person] = stdout.trimEnd().split('\n').map(parse);
    expect(Object.keys(named ?? {})).toEqual([
      'user_agent',
      'kind',
      'name',
      'provider',
      'category',
      'declared',
      'layers',
    ]);
    expect(named?.layers).toEqual([
      { layer: 'empty agent', reason: null },
      { layer: 'attack text', reason: null },
      { layer: 'named registry', reason: 'the name "GPTBot"' },
    ]);
    expect(malformed?.layers).toEqual([
      { layer: 'empty agent', reason: null },
      { layer: 'attack text', reason: null },
      { layer: 'named registry', reason: null },
      { layer: 'app and phone guard', reason: null },
      { layer: 'bot pattern', reason: null },
      { layer: 'malformed browser', reason: expect.any(String) },
    ]);
    expect(person).toMatchObject({ kind: 'human', name: null });
  });

  it('says with --explain of a name that no program of the operator sends, or sends any more', async () => {
    const input = ['Google-Extended/1.0\nClaude-Web/1.0\n'];
    const { stdout } = await runCommand(['classify', '--explain'], { input });
    const [word, retired] = stdout.trimEnd().split('\n').map(parse);
    expect(word).toMatchObject({ name: 'Google-Extended', never_visits: true });
    expect(retired).toMatchObject({ name: 'Claude-Web', retired_since: '2024-07' });
    expect(retired).not.toHaveProperty('never_visits');
  });

  it('classifies with the signature agent that --signature-agent gives', async () => {
    const options = ['--explain', '--signature-agent', 'g="https://chatgpt.com"'];
    const input = [`${CHROME}\n${GPTBOT}\n`];
    const { stdout } = await runCommand(['classify', ...options], { input });
    const [agent, named] = stdout.trimEnd().split('\n').map(parse);
    expect(agent).toMatchObject({
      user_agent: CHROME,
      name: 'ChatGPT agent',
      layers: expect.arrayContaining([
        { layer: 'signature agent', reason: 'the signature agent chatgpt.com' },
      ]),
    });
    expect(named).toMatchObject({ name: 'GPTBot' });
    const plain = await runCommand(['classify', ...options.slice(1)], { input });
    expect(plain.stdout.split('\n').slice(0, -1).map(parse)).toMatchObject([
      { name: 'ChatGPT agent' },
      { name: 'GPTBot' },
    ]);
  });

  it('says what to give when the signature agent names no host', async () => {
    const options = ['--signature-agent', '"https://chatgpt.com@evil.example"'];
    const { status, stdout, stderr } = await runCommand(['classify', ...options], { input: ['a'] });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`such as '"https://chatgpt.com"'`);
  });

  it('classifies with the request that --path and --status give', async () => {
    const input = [`${CHROME}\n${GPTBOT}\n`];
    const request = ['--path', '/blog//WP-login.php?a=b', '--status', '404'];
    const { stdout } = await runCommand(['classify', '--explain', ...request], { input });
    const [scanner, bot] = stdout.trimEnd().split('\n').map(parse);
    expect(scanner).toMatchObject({
      kind: 'bot',
      name: 'Vulnerability scanner',
      category: 'security_scanner',
    });
    const reasons = (scanner?.layers as { layer: string; reason: string | null }[]).filter(
      ({ reason }) => reason !== null,
    );
    expect(reasons).toEqual([
      { layer: 'request', reason: 'a request for the login of WordPress, where there is none' },
    ]);
    expect(bot).toMatchObject({ name: 'GPTBot' });
    const plain = await runCommand(['classify', ...request], { input });
    expect(plain.stdout.split('\n').slice(0, -1).map(parse)).toMatchObject([
      { name: 'Vulnerability scanner' },
      { name: 'GPTBot' },
    ]);
    const found = await runCommand(['classify', '--explain', ...request.slice(0, 2)], { input });
    const [person] = found.stdout.split('\n').slice(0, -1).map(parse);
    expect(person).toMatchObject({ kind: 'human' });
    expect((person?.layers as unknown[]).at(-1)).toEqual({ layer: 'request', reason: null });
  });

  it('says what is wrong with a request', async () => {
    const status = await runCommand(['classify', '--status', '404'], { input: ['a'] });
    expect(status).toMatchObject({ status: 1, stdout: '' });
    expect(status.stderr).toContain('add --path');
    for (const wrong of ['four', '1000', '-1', '4.5']) {
      const args = ['classify', '--path', '/', '--status', wrong];
      const { stderr } = await runCommand(args, { input: ['a'] });
      expect(stderr).toContain('It must be an integer from 0 to 999');
    }
  });

  it('ends a line with \\n or \\r\\n, and the last one with the input', async () => {
    expect(await agents('a\r\nb\nc')).toEqual(['a', 'b', 'c']);
    expect(await agents('a\n')).toEqual(['a']);
    expect(await agents('a\rb\r\n')).toEqual(['a\rb']);
    expect(await agents('a\r', '\nb')).toEqual(['a', 'b']);
  });

  it('reads an empty line as an empty user agent, and no line as no user agent', async () => {
    expect(await agents('')).toEqual([]);
    expect(await classify('\n\r\na\n\n')).toEqual([
      expect.objectContaining({ user_agent: '', name: 'No user agent' }),
      expect.objectContaining({ user_agent: '', name: 'No user agent' }),
      expect.objectContaining({ user_agent: 'a' }),
      expect.objectContaining({ user_agent: '', name: 'No user agent' }),
    ]);
  });

  it('joins characters that arrive in pieces', async () => {
    const bytes = Buffer.from('Bücher 🤖/1.0\n"\\\t\u0001');
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    expect(await agents(...pieces)).toEqual(['Bücher 🤖/1.0', '"\\\t\u0001']);
  });

  it('reads bytes that are not UTF-8, and drops a byte order mark', async () => {
    expect(await agents(Buffer.from([0xff, 0x41, 0x0a]))).toEqual(['\ufffdA']);
    expect(await agents(Buffer.from([0x41, 0xc3]))).toEqual(['A\ufffd']);
    expect(await agents(Buffer.from('\ufeffA\n'))).toEqual(['A']);
  });

  it('prints nothing that could steer a terminal, and loses nothing', async () => {
    const hostile = 'a\u001b[2J\u009b31m\u202eb\u2066\u200b\u007f';
    for (const options of [[], ['--explain']]) {
      const { stdout } = await runCommand(['classify', ...options], { input: [`${hostile}\n`] });
      expect(stdout).toMatch(/^[ -~]+\n$/);
      expect(JSON.parse(stdout)).toMatchObject({ user_agent: hostile });
    }
  });

  it('keeps the order of very many lines', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `agent ${index}`);
    expect(await agents(lines.join('\n'))).toEqual(lines);
  });

  it('keeps a long user agent whole, and refuses a line without end', async () => {
    const long = `GPTBot/1.2 ${'x'.repeat(1_000_000)}`;
    expect(await classify(long)).toEqual([
      expect.objectContaining({ user_agent: long, name: 'GPTBot' }),
    ]);
    const endless = ['a\n', 'x'.repeat(LONGEST_LINE), 'x'];
    const { status, stderr } = await runCommand(['classify'], { input: endless });
    expect(status).toBe(1);
    expect(stderr).toContain('give one user agent per line');
  });

  it('reads no faster than its output is taken', async () => {
    let taken = 0;
    const input = Readable.from(
      (function* () {
        for (; taken < 5_000; taken++) yield Buffer.from('GPTBot/1.2\n'.repeat(1000));
      })(),
    );
    const output = new PassThrough();
    const running = run(['classify'], { input, output, errors: new PassThrough() });
    await once(output, 'readable');
    // Nothing here waits for anything but its turn in the event loop.
    for (let turn = 0; turn < 1_000; turn++) await new Promise(setImmediate);
    expect(taken).toBeLessThan(100);
    output.destroy(Object.assign(new Error('reader left'), { code: 'EPIPE', syscall: 'write' }));
    expect(await running).toBe(0);
  });

  it('reports that the result could not be written', async () => {
    const fault = Object.assign(new Error('disk'), { code: 'ENOSPC', syscall: 'write' });
    const output = new Writable({ write: (_chunk, _encoding, done) => done(fault) });
    const errors = new PassThrough();
    const input = Readable.from([Buffer.from('a\n')]);
    expect(await run(['classify'], { input, output, errors })).toBe(1);
    expect(String(errors.read())).toContain('could not be written (ENOSPC)');
  });
});
