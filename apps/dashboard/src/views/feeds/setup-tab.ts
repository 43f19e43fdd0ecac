/** The tab of the senders, as the address has it. The name of a sender is a tab, too: its set-up. */
export const SETUP = 'setup';
