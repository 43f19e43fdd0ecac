import { DEFAULT_OVERLAP_SECONDS, DELIVERY_STATES, EVENT_KINDS } from '@app/contracts';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseCount, parseName } from '../program/options.js';
import type { DeliveryOptions } from './deliveries.js';
import { parseKinds, parseOverlap } from './options.js';
import type { WebhookChoice, WebhookOptions } from './webhooks.js';

/** As many deliveries are listed unless more are asked for. */
const SHOWN = 20;

const CREATE_HELP = `
Prints the secret once with which the receiver checks what comes. From now on, each event of the account is
sent to the address when it opens and when it closes, as Standard Webhooks says; the page docs/webhooks.md has more.
Kinds of events: ${EVENT_KINDS.join(', ')}.
${examples(
  'webhooks create --account acc_… --name "Chat" --url https://hooks.example/botgauge',
  'webhooks create --account acc_… --name "Chat" --url https://hooks.example/ --kinds new_bot,errors',
)}`;

const ROTATE_HELP = `
Prints the new secret once. During the overlap each message has two signatures, one by each secret, so that
you can replace it at the receiver. With --overlap-seconds 0 every older secret ends at once.
${examples('webhooks rotate wh_…', 'webhooks rotate wh_… --overlap-seconds 0')}`;

const TEST_HELP = `
A worker sends a test, also to a webhook that is disabled. The command waits and prints what came of it.
${examples('webhooks test wh_…')}`;

const REPLAY_HELP = `
Sends the same message with the same webhook-id, from its first attempt on. A receiver that has it already may
ignore it.
${examples('webhooks replay dl_…')}`;

export function webhooksCommand(dependencies: Dependencies): Command {
  const manage = managing(dependencies);
  return new Command('webhooks')
    .description('make and manage addresses that are told of events')
    .addHelpText(
      'after',
      examples('webhooks create --account acc_… --name "Chat" --url https://…', 'webhooks list'),
    )
    .addCommand(createCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(updateCommand(dependencies))
    .addCommand(rotateCommand(dependencies))
    .addCommand(manage('enable', 'tell a webhook of events again'))
    .addCommand(manage('disable', 'tell a webhook of nothing, and drop what waits for it'))
    .addCommand(manage('delete', 'delete a webhook, with the list of its deliveries'))
    .addCommand(testCommand(dependencies))
    .addCommand(deliveriesCommand(dependencies))
    .addCommand(replayCommand(dependencies));
}

const kindsOption = (text: string) => new Option('--kinds <kinds>', text).argParser(parseKinds);

function createCommand(dependencies: Dependencies): Command {
  return new Command('create')
    .description('make a webhook and print its secret once')
    .requiredOption('--account <id>', 'account whose events it is told of, acc_…')
    .requiredOption('--name <name>', 'what it is for', parseName)
    .requiredOption('--url <url>', 'where messages are sent, https://…')
    .addOption(kindsOption('only these kinds of events, with commas between them'))
    .addHelpText('after', CREATE_HELP)
    .action(
      answering(dependencies, async (options: WebhookOptions) => {
        const { createWebhookOf } = await import('./webhooks.js');
        return createWebhookOf(dependencies, options);
      }),
    );
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list webhooks, oldest first; their secrets are never shown')
    .option('--account <id>', 'only those of this account, acc_…')
    .addHelpText('after', examples('webhooks list', 'webhooks list --account acc_… --json'))
    .action(
      answering(dependencies, async (options: { account?: string }) => {
        const { listWebhooks } = await import('./webhooks.js');
        return listWebhooks(dependencies, options.account);
      }),
    );
}

function updateCommand(dependencies: Dependencies): Command {
  return new Command('update')
    .description('change the name, the address or the kinds of events of a webhook')
    .argument('<id>', 'id of the webhook, wh_…')
    .option('--name <name>', 'what it is for', parseName)
    .option('--url <url>', 'where messages are sent, https://…')
    .addOption(kindsOption('only these kinds of events, with commas between them; all: every kind'))
    .addHelpText(
      'after',
      examples(
        'webhooks update wh_… --url https://hooks.example/',
        'webhooks update wh_… --kinds all',
      ),
    )
    .action(
      answering(dependencies, async (id: string, options: Partial<WebhookOptions>) => {
        const { updateWebhook } = await import('./webhooks.js');
        return updateWebhook(dependencies, id, options);
      }),
    );
}

function rotateCommand(dependencies: Dependencies): Command {
  return new Command('rotate')
    .description('give a webhook a new secret and print it once')
    .argument('<id>', 'id of the webhook, wh_…')
    .option(
      '--overlap-seconds <n>',
      'how long messages are signed with the old secret, too',
      parseOverlap,
      DEFAULT_OVERLAP_SECONDS,
    )
    .addHelpText('after', ROTATE_HELP)
    .action(
      answering(dependencies, async (id: string, options: { overlapSeconds: number }) => {
        const { rotateWebhook } = await import('./webhooks.js');
        return rotateWebhook(dependencies, id, options.overlapSeconds);
      }),
    );
}

/** Makes the commands that need an id and nothing else. */
function managing(dependencies: Dependencies) {
  return (choice: WebhookChoice, description: string) =>
    new Command(choice)
      .description(description)
      .argument('<id>', 'id of the webhook, wh_…')
      .addHelpText('after', examples(`webhooks ${choice} wh_…`))
      .action(
        answering(dependencies, async (id: string) => {
          const { changeWebhook } = await import('./webhooks.js');
          return changeWebhook(dependencies, id, choice);
        }),
      );
}

function testCommand(dependencies: Dependencies): Command {
  return new Command('test')
    .description('send a test to a webhook, and tell what came of it')
    .argument('<id>', 'id of the webhook, wh_…')
    .addHelpText('after', TEST_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { testWebhook } = await import('./deliveries.js');
        return testWebhook(dependencies, id);
      }),
    );
}

function deliveriesCommand(dependencies: Dependencies): Command {
  return new Command('deliveries')
    .description('list what was sent to a webhook, newest first, and what came of it')
    .argument('<id>', 'id of the webhook, wh_…')
    .addOption(new Option('--state <state>', 'only those in this state').choices(DELIVERY_STATES))
    .option('--limit <count>', 'maximum number of deliveries', parseCount, SHOWN)
    .addHelpText(
      'after',
      examples('webhooks deliveries wh_…', 'webhooks deliveries wh_… --state failed'),
    )
    .action(
      answering(dependencies, async (id: string, options: DeliveryOptions) => {
        const { listDeliveries } = await import('./deliveries.js');
        return listDeliveries(dependencies, id, options);
      }),
    );
}

function replayCommand(dependencies: Dependencies): Command {
  return new Command('replay')
    .description('send a message to a webhook again')
    .argument('<id>', 'id of the delivery, dl_…')
    .addHelpText('after', REPLAY_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { replayDelivery } = await import('./deliveries.js');
        return replayDelivery(dependencies, id);
      }),
    );
}
