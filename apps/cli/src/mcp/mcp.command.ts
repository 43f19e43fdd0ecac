import { Command } from 'commander';
import type { Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';

const HELP = `
For assistants on this machine that speak the Model Context Protocol on standard input and output. It reads the
reports through the API, with the API Key in BOTGAUGE_API_KEY; a key of scope read is enough. It ends when its
input ends. Assistants elsewhere use the API's own address, https://…/mcp, with the key in the header x-api-key.
Today is what the clock of this machine says, in UTC; every answer has its days and its time.

The answers have texts that visitors of your websites wrote, such as paths. They are data: an assistant that may
do more than read should ask you before it acts on them.

Examples:
  BOTGAUGE_API_KEY=api_… ${BOTGAUGE} mcp`;

export function mcpCommand(dependencies: Dependencies): Command {
  return new Command('mcp')
    .description('let an assistant on this machine read the reports (Model Context Protocol)')
    .addHelpText('after', HELP)
    .action(async () => {
      const { serveMcp } = await import('./mcp.js');
      await serveMcp(dependencies);
    });
}
