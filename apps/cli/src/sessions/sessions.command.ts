import { Command } from 'commander';
import { answering, type Dependencies } from '../program/answering.js';
import { examples } from '../program/called-as.js';

const EXAMPLES = examples('sessions sign-in', 'sessions list', 'sessions end ses_…');

const SIGN_IN_HELP = `
Prints an address with a code that signs a browser in once, within 5 minutes. The code stands behind the #,
so it is in no log of a server. It signs in to the account with its oldest API Key of scope full. If there
is none, one named dashboard is made. The session ends with that key.
${examples('sessions sign-in', 'sessions sign-in --account acc_…')}`;

const END_HELP = `
The browser is signed out at once. Its API Key goes on: revoke it with \`keys revoke\`, which ends all its
sessions, if somebody else may know it.
${examples('sessions end ses_…')}`;

export function sessionsCommand(dependencies: Dependencies): Command {
  return new Command('sessions')
    .description('sign a browser in, and list and end the sessions of browsers')
    .addHelpText('after', EXAMPLES)
    .addCommand(signInCommand(dependencies))
    .addCommand(listCommand(dependencies))
    .addCommand(endCommand(dependencies));
}

function signInCommand(dependencies: Dependencies): Command {
  return new Command('sign-in')
    .description('print an address that signs a browser in once')
    .option('--account <id>', 'account to sign in to, acc_…; the oldest one by default')
    .addHelpText('after', SIGN_IN_HELP)
    .action(
      answering(dependencies, async ({ account }: { account?: string }) => {
        const { makeSignIn } = await import('./sessions.js');
        return makeSignIn(dependencies, account);
      }),
    );
}

function listCommand(dependencies: Dependencies): Command {
  return new Command('list')
    .description('list the browsers that are signed in, those used last first')
    .option('--account <id>', 'only those of this account, acc_…')
    .addHelpText('after', examples('sessions list', 'sessions list --account acc_… --json'))
    .action(
      answering(dependencies, async ({ account }: { account?: string }) => {
        const { listSessions } = await import('./sessions.js');
        return listSessions(dependencies, account);
      }),
    );
}

function endCommand(dependencies: Dependencies): Command {
  return new Command('end')
    .description('sign a browser out')
    .argument('<id>', 'id of the session, ses_…')
    .addHelpText('after', END_HELP)
    .action(
      answering(dependencies, async (id: string) => {
        const { endSession } = await import('./sessions.js');
        return endSession(dependencies, id);
      }),
    );
}
