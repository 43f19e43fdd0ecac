import pg from 'pg';
import { isInfrastructureError } from './database-error.js';

const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code });

describe('The database is away or unable to work, so waiting helps', () => {
  it.each([
    '08000',
    '08003',
    '08006',
    '08P01',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
    '58000',
    '58030',
    '58P01',
    '53000',
    '53100',
    '53300',
    '40001',
    '40P01',
    '55P03',
    '25006',
    '25P03',
    'ZR001',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ENOENT',
  ])('%s', (code) => {
    expect(isInfrastructureError(withCode(code))).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('%s', (message) => {
    expect(isInfrastructureError(new Error(message))).toBe(true);
  });

  it('every address of a host refuses', () => {
    const refused = withCode('ECONNREFUSED');
    expect(isInfrastructureError(new AggregateError([refused, refused]))).toBe(true);
  });

  it('a pool that reaches no server', async () => {
    const pool = new pg.Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
    const error: unknown = await pool.query('SELECT 1').catch((reason: unknown) => reason);
    await pool.end();
    expect(isInfrastructureError(error)).toBe(true);
    expect(isInfrastructureError(await pool.query('SELECT 1').catch((e: unknown) => e))).toBe(true);
  });
});

describe('The statement or its data is at fault', () => {
  it.each([
    // Errors of the data.
    '22001',
    '22003',
    '22007',
    '22021',
    '22P02',
    '23505',
    '23502',
    '54000',
    // Errors that a batch itself may cause.
    '53200',
    '57014',
    // Errors of our code.
    '42601',
    '42P01',
    '42501',
    '3D000',
    '28P01',
    'XX000',
    'ERR_INVALID_ARG_TYPE',
    'EACCES',
  ])('%s', (code) => {
    expect(isInfrastructureError(withCode(code))).toBe(false);
  });

  it('a SQLSTATE counts more than a message', () => {
    expect(isInfrastructureError(withCode('22001', 'connection terminated'))).toBe(false);
  });

  it('one of several addresses answers something else', () => {
    const errors = [withCode('ECONNREFUSED'), withCode('28P01')];
    expect(isInfrastructureError(new AggregateError(errors))).toBe(false);
  });

  it.each([[undefined], [null], ['ECONNREFUSED'], [{ code: '57P01' }], [new Error('a bug')]])(
    '%p',
    (error) => {
      expect(isInfrastructureError(error)).toBe(false);
    },
  );
});
