/** The bot as which visits of automation are counted that came with the agent of a browser. */
export const AUTOMATION_BOT_ID = 6;

/** Its name and category. */
export const AUTOMATION = {
  name: 'Undeclared automation',
  category: 'undeclared_automation',
} as const;
