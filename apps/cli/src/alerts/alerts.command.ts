import { ALERT_DIRECTIONS, ALERT_KINDS, BOT_CATEGORIES, EVENT_KINDS } from '@app/contracts';
import { Command, Option } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';
import { parseCount, parseNames } from '../program/options.js';
import type { AlertFields, AlertOptions, EventOptions, ListOptions } from './alerts.js';

const EXAMPLES = examples(
  'alerts create --website ws_… --kind errors --bot GPTBot --statuses 404',
  'alerts list',
  'alerts events --open',
  'alerts disable al_…',
);

const CREATE_HELP = `
Only the website and the kind must be given:
  new_bot           a bot comes for the first time (--categories; by default AI bots)
  unusual_visits    more or fewer visits than the same hours of the last four weeks had
                    (--bot or --category, by default all AI bots; --direction, --least)
  errors            many visits get an error (--bot or --category, --path, --statuses, --share, --least)
  spoofed           many visits come in the name of a bot from other addresses (--bot, --least)
  feed_silent       a feed brings nothing for longer than usual (--feed)
  feed_rejects      many records of a feed are rejected (--feed, --share, --least)
  dead_entries      entries could not be stored (--least)
  robots_disobeyed  a bot visits pages that robots.txt does not allow to it
                    (--bot or --category, by default all AI bots; --least)
  coverage_below    AI bots read less than a part of the pages that should be read
                    (--bot or --category, by default all AI bots; --share, --least)
  automation_above  undeclared automation makes a large part of the visits of browsers
                    (--share, --least)
  fleet_begun       undeclared automation comes with one agent from many addresses
                    (--least, --addresses)
  brute_force       undeclared automation writes to one page, or asks for it in vain, again and again
                    (--least)
${examples(
  'alerts create --website ws_… --kind new_bot',
  'alerts create --website ws_… --kind unusual_visits --direction below',
  'alerts create --website ws_… --kind errors --path /pricing --share 0.2',
)}`;

const UPDATE_HELP = `
Options that are left out change nothing. Open events stay open and are judged by what the alert says then.
${examples('alerts update al_… --least 100', 'alerts update al_… --direction below')}`;

const DISABLE_HELP = `
It is kept and tells nothing until \`alerts enable\`. Its open events are closed.
${examples('alerts disable al_…')}`;

const DELETE_HELP = `
Its open events are closed, and its events stay in the list.
${examples('alerts delete al_…')}`;

export function alertsCommand(dependencies: Dependencies): Command {
  return new Command('alerts')
    .description('ask to be told when something begins on a website, and see what did')
    .addHelpText('after', EXAMPLES)
    .addCommand(createCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(updateCommand(dependencies))
    .addCommand(switchCommand(dependencies, 'enable'))
    .addCommand(switchCommand(dependencies, 'disable'))
    .addCommand(deleteCommand(dependencies))
    .addCommand(eventsCommand(dependencies));
}

/** The fields of alerts, of which each kind takes some. */
function withConditions(command: Command): Command {
  return command
    .option('--bot <name>', 'only this bot')
    .addOption(
      new Option('--category <category>', 'only bots of this category').choices(BOT_CATEGORIES),
    )
    .option('--categories <list>', 'only new bots of these categories', parseNames)
    .option('--path <path>', 'only this page')
    .option('--feed <feed>', 'only this feed: the last part of its address')
    .addOption(
      new Option('--direction <direction>', 'more visits than usual, fewer, or both').choices(
        ALERT_DIRECTIONS,
      ),
    )
    .option(
      '--share <share>',
      'part that must be exceeded, or of the pages that must be read, from 0.001 to 1',
      Number,
    )
    .option('--statuses <statuses>', 'only these errors: 4xx, 5xx or one status')
    .option('--least <number>', 'fewer are never told', parseCount)
    .option('--addresses <number>', 'a fleet of fewer addresses is never told', parseCount);
}

function createCommand(dependencies: Dependencies): Command {
  const command = new Command('create')
    .description('make an alert; the service looks every minute')
    .requiredOption('--website <id>', 'website that it is about, ws_…')
    .addOption(
      new Option('--kind <kind>', 'what it tells').choices(ALERT_KINDS).makeOptionMandatory(),
    );
  return withConditions(command)
    .addHelpText('after', CREATE_HELP)
    .action(
      answering(dependencies, async (options: AlertOptions) => {
        const { createAlert } = await import('./alerts.js');
        return createAlert(dependencies, options);
      }),
    );
}

function updateCommand(dependencies: Dependencies): Command {
  const command = new Command('update')
    .description('change what an alert asks for')
    .argument('<id>', 'id of the alert, al_…');
  return withConditions(command)
    .addHelpText('after', UPDATE_HELP)
    .action(
      answering(dependencies, async (id: string, options: AlertFields) => {
        const { updateAlert } = await import('./change-alert.js');
        return updateAlert(dependencies, id, options);
      }),
    );
}

function switchCommand(dependencies: Dependencies, name: 'enable' | 'disable'): Command {
  const isOn = name === 'enable';
  return new Command(name)
    .description(
      isOn ? 'let an alert tell again what it finds' : 'keep an alert, but let it tell nothing',
    )
    .argument('<id>', 'id of the alert, al_…')
    .addHelpText('after', isOn ? examples('alerts enable al_…') : DISABLE_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { updateAlert } = await import('./change-alert.js');
        return updateAlert(dependencies, id, { enabled: isOn });
      }),
    );
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list the alerts, oldest first')
    .option('--website <id>', 'only those of this website, ws_…')
    .addHelpText('after', examples('alerts list', 'alerts list --website ws_… --json'))
    .action(
      answering(dependencies, async (options: ListOptions) => {
        const { listAlerts } = await import('./alerts.js');
        return listAlerts(dependencies, options);
      }),
    );
}

function deleteCommand(dependencies: Dependencies): Command {
  return new Command('delete')
    .description('delete an alert')
    .argument('<id>', 'id of the alert, al_…')
    .addHelpText('after', DELETE_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { deleteAlert } = await import('./alerts.js');
        return deleteAlert(dependencies, id);
      }),
    );
}

function eventsCommand(dependencies: Dependencies): Command {
  return new Command('events')
    .description('list what alerts told, newest first')
    .option('--website <id>', 'only those of this website, ws_…')
    .addOption(new Option('--kind <kind>', 'only those of this kind').choices(EVENT_KINDS))
    .option('--open', 'only those that are open')
    .option('--limit <number>', 'at most so many', parseCount, 50)
    .addHelpText('after', examples('alerts events', 'alerts events --website ws_… --open'))
    .action(
      answering(dependencies, async (options: EventOptions) => {
        const { listEvents } = await import('./alerts.js');
        return listEvents(dependencies, options);
      }),
    );
}
