/** The bot as which visits of automation are counted that came with the agent of a browser. */
export const AUTOMATION_BOT_ID = 6;
