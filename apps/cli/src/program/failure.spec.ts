import { CommandError, failureOf, UsageError } from './failure.js';

describe('failureOf', () => {
  it('hides the password of every address in an unexpected message', () => {
    const { exitStatus, message } = failureOf(
      new Error('cannot use postgres://botgauge:hun@ter2@db:5432/x'),
    );
    expect(exitStatus).toBe(1);
    expect(message).toBe(
      'An unexpected error occurred: cannot use postgres://…@db:5432/x. Please report it with the command you ran.',
    );
  });

  it('says that the input cannot be read', () => {
    const error = Object.assign(new Error('EIO: i/o error, read'), {
      code: 'EIO',
      syscall: 'read',
    });
    expect(failureOf(error).message).toBe('The input cannot be read (EIO): check it.');
  });

  it('tells also what may be the cause, unless the command line itself is wrong', () => {
    const obstacle = 'server.json cannot be read.';
    expect(failureOf(new CommandError('It failed.'), obstacle).message).toBe(
      `It failed.\n${obstacle}`,
    );
    expect(failureOf(new UsageError('Name it.'), obstacle).message).toBe('Name it.');
  });
});
