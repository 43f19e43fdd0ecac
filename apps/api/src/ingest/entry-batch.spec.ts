import type { LogEntryInput } from '@app/contracts';
import { entriesOf } from '@app/queue';
import { aLogEntry, aLogEntryInput } from '@app/testing';
import { EntryBatch } from './entry-batch.js';

const NOON = Date.UTC(2026, 10, 20, 12);

function batchOf(...inputs: Partial<LogEntryInput>[]) {
  const batch = new EntryBatch(() => false);
  for (const fields of inputs) batch.add(aLogEntryInput(fields), NOON);
  return { entries: entriesOf(batch.columns()), sanitised: batch.sanitised };
}

describe('A batch of entries', () => {
  it('changes and counts nothing when nothing is wrong', () => {
    expect(batchOf({})).toEqual({ entries: [aLogEntry()], sanitised: {} });
    expect(batchOf()).toEqual({ entries: [], sanitised: {} });
  });

  it('has each text once, in the form that is queued', () => {
    const batch = new EntryBatch(() => false);
    for (const path of ['/a?1', '/b', '/a', '/a?2', '/b'])
      batch.add(aLogEntryInput({ path, country: path === '/b' ? 'de' : undefined }), NOON);
    const { path, country, referer } = batch.columns();
    expect(path).toEqual({ texts: ['/a', '/b'], places: Uint32Array.of(0, 1, 0, 0, 1) });
    expect(country).toEqual({ texts: [null, 'DE'], places: Uint32Array.of(0, 1, 0, 0, 1) });
    expect(referer).toEqual({ texts: [null], places: new Uint32Array(5) });
  });

  it('keeps the host of a signature agent, and nothing where there is none', () => {
    const { entries, sanitised } = batchOf(
      ...['g="https://agent.bot.goog"', undefined, '', '-', '"https://\u0000"'].map(
        (signature_agent) => ({ signature_agent }),
      ),
    );
    const [signed, ...others] = entries;
    expect(signed).toEqual(aLogEntry({ signatureAgent: 'agent.bot.goog' }));
    for (const other of others) expect(other).toEqual(aLogEntry());
    expect(sanitised).toEqual({ signature_agent: { replaced: 1 } });
  });

  it('knows a header that was not sent from one that the log does not have', () => {
    const modes = ['', '-', null, undefined].map((mode) => {
      const { entries } = batchOf({ sec_fetch_mode: mode as string });
      return entries[0]?.secFetchMode;
    });
    expect(modes).toEqual(['', '', '', undefined]);
  });

  it('takes the first public address of a list, and says when it is only claimed', () => {
    const lists = ['66.249.66.1, 10.0.0.1', '10.0.0.1, 66.249.66.1', '66.249.66.1, 198.51.100.7'];
    const { entries } = batchOf(...lists.map((ip) => ({ ip })));
    const proven = aLogEntry({ ip: '66.249.66.1' });
    expect(entries).toEqual([proven, proven, { ...proven, isAddressClaimed: true }]);
  });

  it('does not count values that any log may have', () => {
    const { entries, sanitised } = batchOf({
      path: 'https://example.com/a?b',
      method: 'get',
      host: 'EXAMPLE.com:80',
      ip: '',
      user_agent: '',
      country: 'XX',
      asn: '0',
    });
    expect(entries).toEqual([aLogEntry({ path: '/a', ip: null, userAgent: '' })]);
    expect(sanitised).toEqual({});
  });

  it('counts each field that lost something, over all entries', () => {
    const wrong = {
      ...{ method: 'a b', host: 'a b', path: '/\u0000', ip: 'x', user_agent: '\n' },
      ...{ country: 'Germany', asn: 'x', protocol: 'TLS', sec_fetch_mode: 'x', sec_purpose: 'x' },
    };
    const { entries, sanitised } = batchOf(wrong, { ip: 'y' }, { country: 'Germany' });
    expect(entries[0]).toEqual(
      aLogEntry({ method: 'OTHER', host: '', path: '/', ip: null, userAgent: '' }),
    );
    expect(sanitised).toEqual({
      method: { replaced: 1 },
      host: { replaced: 1 },
      path: { cleaned: 1 },
      ip: { replaced: 2 },
      user_agent: { cleaned: 1 },
      country: { replaced: 2 },
      asn: { replaced: 1 },
      protocol: { replaced: 1 },
      sec_fetch_mode: { replaced: 1 },
      sec_purpose: { replaced: 1 },
    });
  });

  it.each([
    [{ path: 'a' }, { path: { completed: 1 } }],
    [{ path: '' }, { path: { completed: 1 } }],
    [{ path: `/${'a'.repeat(2048)}` }, { path: { cut: 1 } }],
    [{ path: `/${'a'.repeat(2048)}\u0000` }, { path: { cleaned: 1 } }],
    [{ path: '/\ud800' }, { path: { cleaned: 1 } }],
    [{ user_agent: 'x'.repeat(1025) }, { user_agent: { cut: 1 } }],
    [{ user_agent: `${'x'.repeat(1025)}\n` }, { user_agent: { cleaned: 1 } }],
  ])('tells why: %#', (fields, expected) => {
    expect(batchOf(fields).sanitised).toEqual(expected);
  });

  it('counts a loss each time that a text comes, however long it is', () => {
    const long = `/${'a'.repeat(5_000)}`;
    expect(batchOf({ path: long }, { path: long }).sanitised).toEqual({ path: { cut: 2 } });
  });
});
