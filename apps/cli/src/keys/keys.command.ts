import { DEFAULT_OVERLAP_SECONDS, KEY_KINDS, KEY_SCOPES } from '@app/contracts';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseCount, parseFutureTime, parseName } from '../program/options.js';
import type { KeyOptions } from './keys.js';
import type { SecretOptions } from './signing-secret.js';

const EXAMPLES = examples(
  'keys create --kind api --account acc_…',
  'keys list',
  'keys rotate key_…',
  'keys revoke key_…',
  'keys signing-secret key_… --file secret.txt',
);

const CREATE_HELP = `
An API Key reads the reports of an account and manages the account; with --scope read it cannot change
anything. A Bot Tracking Key sends the log entries of a website. The value is printed once and stored
nowhere.
${examples(
  'keys create --kind api --account acc_… --name dashboard --scope read',
  'keys create --kind bot --website ws_… --expires-at 2027-12-31',
)}`;

const ROTATE_HELP = `
Creates a key with the same kind, name, scope, website and expiry, and prints its value once. The old key
keeps working during the overlap, so that you can replace it everywhere. Then it expires.
${examples('keys rotate key_…', 'keys rotate key_… --overlap-seconds 3600')}`;

const REVOKE_HELP = `
A revoked key stops working everywhere within 10 seconds. Revoking it again has no further effect.
${examples('keys revoke key_…')}`;

const SECRET_HELP = `
Keeps the secret with which the sender of a Bot Tracking Key signs, encrypted with SECRET_KEY. The secret
is read from a file or from standard input, never from the command line, which everyone on this machine
can see. A line break at its end does not count. The successors of the key use the same secret.
${examples(
  'keys signing-secret key_… --file secret.txt',
  'keys signing-secret key_… < secret.txt',
  'keys signing-secret key_… --remove',
)}`;

export function keysCommand(dependencies: Dependencies): Command {
  return new Command('keys')
    .description(
      'create, list, rotate and revoke API Keys and Bot Tracking Keys, and set signing secrets',
    )
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(rotateCommand(dependencies))
    .addCommand(revokeCommand(dependencies))
    .addCommand(signingSecretCommand(dependencies));
}

function createCommand(dependencies: Dependencies): Command {
  return new Command('create')
    .description('create a key and print its value once')
    .addOption(
      new Option('--kind <kind>', 'api reads and manages, bot sends log entries')
        .choices(KEY_KINDS)
        .makeOptionMandatory(),
    )
    .option('--account <id>', 'with --kind api: account it belongs to, acc_…')
    .option('--website <id>', 'with --kind bot: website it belongs to, ws_…')
    .option('--name <name>', 'what the key is for', parseName)
    .addOption(
      new Option('--scope <scope>', 'with --kind api: what the key may do').choices(KEY_SCOPES),
    )
    .option(
      '--expires-at <time>',
      'when the key expires: ISO 8601, UTC unless it has an offset',
      parseFutureTime,
    )
    .addHelpText('after', CREATE_HELP)
    .action(
      answering(dependencies, async (options: KeyOptions) => {
        const { createKeyFor } = await import('./keys.js');
        return createKeyFor(dependencies, options);
      }),
    );
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list keys, oldest first; values are never shown')
    .option('--account <id>', 'only those of this account, acc_…')
    .addHelpText('after', examples('keys list', 'keys list --account acc_… --json'))
    .action(
      answering(dependencies, async ({ account }: { account?: string }) => {
        const { listKeys } = await import('./keys.js');
        return listKeys(dependencies, account);
      }),
    );
}

function rotateCommand(dependencies: Dependencies): Command {
  return new Command('rotate')
    .description('replace a key by a new one and print its value once')
    .argument('<id>', 'id of the key, key_…')
    .option(
      '--overlap-seconds <n>',
      'how long the old key keeps working, at least 1',
      parseCount,
      DEFAULT_OVERLAP_SECONDS,
    )
    .addHelpText('after', ROTATE_HELP)
    .action(
      answering(dependencies, async (id: string, options: { overlapSeconds: number }) => {
        const { rotateKeyOf } = await import('./keys.js');
        return rotateKeyOf(dependencies, id, options.overlapSeconds);
      }),
    );
}

function revokeCommand(dependencies: Dependencies): Command {
  return new Command('revoke')
    .description('stop a key at once and for ever')
    .argument('<id>', 'id of the key, key_…')
    .addHelpText('after', REVOKE_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { revokeKey } = await import('./keys.js');
        return revokeKey(dependencies, id);
      }),
    );
}

function signingSecretCommand(dependencies: Dependencies): Command {
  return new Command('signing-secret')
    .description('set or remove the secret with which the sender of a Bot Tracking Key signs')
    .argument('<id>', 'id of the key, key_…')
    .addOption(new Option('--file <file>', 'file with the secret').conflicts('remove'))
    .option('--remove', 'remove the secret')
    .addHelpText('after', SECRET_HELP)
    .action(
      answering(dependencies, async (id: string, options: SecretOptions) => {
        const { changeSigningSecret } = await import('./signing-secret.js');
        return changeSigningSecret(dependencies, id, options);
      }),
    );
}
