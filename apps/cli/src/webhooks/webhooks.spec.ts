import { SealedSecrets } from '@app/access';
import { createSecretKey } from 'node:crypto';
import { Deliveries } from '@app/storage';
import { createTestDatabase, eventually, type TestDatabase } from '@app/testing';
import { anOperator, ISO_DATE } from '../../test/operator.js';

const SECRET_KEY = 'ab'.repeat(32);
let database: TestDatabase;
let operator: ReturnType<typeof anOperator>;
let deliveries: Deliveries;
beforeAll(async () => {
  database = await createTestDatabase();
  operator = anOperator(database.url, { SECRET_KEY, WEBHOOK_ALLOW_PRIVATE: 'true' });
  deliveries = new Deliveries(database.pool);
});
afterAll(() => database.drop());
beforeEach(() => database.pool.query('TRUNCATE accounts CASCADE'));

const URL = 'http://127.0.0.1:9/hook';
interface Made {
  id: string;
  secret: string;
}
const account = async () =>
  (await operator.json<{ id: string }>('accounts', 'create', '--name', 'a')).id;
const create = (id: string, ...more: string[]) => [
  ...['webhooks', 'create', '--account', id, '--name', 'Chat', '--url', URL],
  ...more,
];

/** What a worker does with the next thing that is due. */
async function deliver(webhook: string, status: number): Promise<string> {
  return eventually(async () => {
    const taken = await deliveries.take(webhook, 30);
    if (!taken) throw new Error('nothing is due');
    const fault = status === 200 ? null : ('error_status' as const);
    const note = { ...taken, status, fault, durationMs: 12 };
    await deliveries.note(note, status === 200 ? 'delivered' : 'failed');
    return taken.public_id;
  });
}

describe('webhooks create', () => {
  it('prints a secret that it stores encrypted, for this webhook only', async () => {
    const id = await account();
    const made = await operator.json<Made>(...create(id, '--kinds', 'errors, new_bot'));
    expect(made).toEqual({
      id: expect.stringMatching(/^wh_/),
      name: 'Chat',
      url: URL,
      kinds: ['errors', 'new_bot'],
      created_at: ISO_DATE,
      last_delivered_at: null,
      waiting: 0,
      old_secret_ends_at: null,
      disabled_at: null,
      disabled_because: null,
      account_id: id,
      secret: expect.stringMatching(/^whsec_/),
    });
    const { rows } = await database.pool.query<{ secret: Buffer }>('SELECT secret FROM webhooks');
    const sealed = new SealedSecrets(createSecretKey(Buffer.from(SECRET_KEY, 'hex')));
    const [{ secret: bytes } = { secret: Buffer.alloc(0) }] = rows;
    const opened = (webhookId: string) => sealed.open(bytes, { purpose: 'webhook', webhookId });
    expect(opened(made.id)).toEqual({ kind: 'opened', secret: made.secret });
    expect(opened('wh_other')).toEqual({ kind: 'damaged' });
  });

  it('says what the secret is for, and how to try it', async () => {
    const { stdout } = await operator.text(...create(await account()));
    expect(stdout).toMatch(
      /^whsec_\S{44}\n\nThe receiver checks with this secret what comes to http:\/\/127\.0\.0\.1:9\/hook\. It is not shown again\.\nTo try it: .* webhooks test wh_\w+\n$/,
    );
  });

  it('tells what is wrong', async () => {
    const id = await account();
    expect(await operator.failure(1, ...create('acc_x'))).toMatch(/^There is no account acc_x/);
    expect(await operator.failure(2, ...create(id, '--kinds', 'errors,nope'))).toMatch(
      /--kinds.*It must be all, or some of new_bot,/,
    );
    expect(await operator.failure(2, ...create(id, '--url', 'hooks.example'))).toMatch(
      /^--url must be an address like https:/,
    );
    const strict = anOperator(database.url, { SECRET_KEY });
    expect(await strict.failure(2, ...create(id))).toBe('--url must begin with https://.');
    expect(await strict.failure(2, ...create(id, '--url', 'https://10.0.0.1/'))).toMatch(
      /^--url must be on a host of the internet: .* WEBHOOK_ALLOW_PRIVATE\.$/,
    );
    const unsealed = anOperator(database.url, { WEBHOOK_ALLOW_PRIVATE: 'true' });
    expect(await unsealed.failure(1, ...create(id))).toMatch(/SECRET_KEY is not set/);
    for (let i = 0; i < 10; i++) await operator.json(...create(id));
    expect(await operator.failure(1, ...create(id))).toMatch(
      new RegExp(`^Account ${id} has 10 webhooks, .*: delete one with`),
    );
  });
});

it('lists, changes, disables, enables and deletes webhooks', async () => {
  expect((await operator.text('webhooks', 'list')).stdout).toMatch(/^There is no webhook\. Make/);
  const [first, second] = [await account(), await account()];
  const { secret, ...made } = await operator.json<Made>(...create(first));
  const other = await operator.json<Made>(...create(second));
  const ids = async (...options: string[]) =>
    (await operator.json<Made[]>('webhooks', 'list', ...options)).map(({ id }) => id);
  expect(await ids()).toEqual([made.id, other.id]);
  expect(await operator.json('webhooks', 'list', '--account', first)).toEqual([made]);
  const { stdout } = await operator.text('webhooks', 'list');
  expect(stdout).toMatch(/^ *ID +ACCOUNT +NAME +URL +KINDS +WAITING +LAST DELIVERED +DISABLED\n/);
  expect(stdout).not.toContain(secret);

  const change = ['webhooks', 'update', made.id];
  expect(await operator.failure(2, ...change)).toMatch(/^Nothing would change: give --name/);
  expect(await operator.json(...change, '--kinds', 'errors')).toMatchObject({ kinds: ['errors'] });
  expect(await operator.json(...change, '--name', 'Team')).toMatchObject({
    name: 'Team',
    kinds: ['errors'],
  });
  expect(await operator.json(...change, '--kinds', 'all')).toMatchObject({ kinds: null });

  const disabled = await operator.text('webhooks', 'disable', made.id);
  expect(disabled.stdout).toBe(
    `Webhook ${made.id} (Team) is told of nothing any more, and what waited is dropped.\n`,
  );
  expect((await operator.text('webhooks', 'list')).stdout).toContain('asked, 20');
  expect(await operator.json('webhooks', 'enable', made.id)).toMatchObject({ disabled_at: null });
  const deleted = await operator.text('webhooks', 'delete', made.id);
  expect(deleted.stdout).toBe(`Webhook ${made.id} (Team) is deleted.\n`);
  expect(await ids()).toEqual([other.id]);
  for (const choice of ['enable', 'disable', 'delete', 'rotate', 'test', 'deliveries'])
    expect(await operator.failure(1, 'webhooks', choice, made.id)).toMatch(
      new RegExp(`^There is no webhook ${made.id}: see the ids with`),
    );
});

it('rotates the secret, with an overlap or at once', async () => {
  const { id, secret } = await operator.json<Made>(...create(await account()));
  const rotate = ['webhooks', 'rotate', id];
  const rotated = await operator.json<Made>(...rotate);
  expect(rotated).toMatchObject({ id, old_secret_ends_at: ISO_DATE });
  expect(rotated.secret).not.toBe(secret);
  expect(await operator.failure(1, ...rotate)).toMatch(
    /^The secret before the last one signs until 2\S+Z: wait, or add --overlap-seconds 0/,
  );
  expect(await operator.json(...rotate, '--overlap-seconds', '0')).toMatchObject({
    old_secret_ends_at: null,
  });
  expect(await operator.failure(2, ...rotate, '--overlap-seconds', '604801')).toMatch(
    /It must be an integer from 0 to 604800/,
  );
});

describe('webhooks test', () => {
  it('tells what came of it', async () => {
    const { id } = await operator.json<Made>(...create(await account()));
    const [accepted] = await Promise.all([operator.text('webhooks', 'test', id), deliver(id, 200)]);
    expect(accepted.stdout).toBe('The receiver accepted the test with the status 200, in 12 ms.\n');
    const [refused] = await Promise.all([operator.text('webhooks', 'test', id), deliver(id, 500)]);
    expect(refused).toEqual({
      status: 1,
      stdout: 'Status 500 after 12 ms.\n',
      stderr: 'The test failed: the receiver answered with this status.\n',
    });
    const list = await operator.text('webhooks', 'deliveries', id);
    expect(list.stdout).toMatch(/^ *ID +TYPE +KIND +STATE +CREATED +ATTEMPTS +STATUS +MS +FAULT/);
    expect(list.stdout).toMatch(/dl_\w+ +test +- +failed .* 500 +12 +error_status/);
    const failed = await operator.json<object[]>('webhooks', 'deliveries', id, '--state', 'failed');
    expect(failed).toHaveLength(1);
    const none = await operator.text('webhooks', 'deliveries', id, '--state', 'dropped');
    expect(none.stdout).toMatch(/^Nothing that is dropped was sent to webhook wh_/);
  });
});

it('sends a message again', async () => {
  const { id } = await operator.json<Made>(...create(await account()));
  const [, delivery] = await Promise.all([operator.text('webhooks', 'test', id), deliver(id, 200)]);
  const replayed = await operator.text('webhooks', 'replay', delivery);
  expect(replayed.stdout).toBe(
    `Delivery ${delivery} is sent again within moments, with the same webhook-id.\n`,
  );
  expect(await operator.failure(1, 'webhooks', 'replay', delivery)).toMatch(
    /cannot begin again: it waits already/,
  );
  expect(await operator.failure(1, 'webhooks', 'replay', 'dl_0')).toMatch(/^There is no delivery/);
});
