import { Accounts } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { CommandError } from '../program/command-error.js';
import type { Dependencies } from '../program/dependencies.js';

export async function deleteWebsite(dependencies: Dependencies, id: string): Promise<Answer> {
  const website = await withDatabase(dependencies, async (pool) => {
    const accounts = new Accounts(pool);
    const found = await accounts.findWebsite(id);
    return found && (await accounts.deleteWebsite(found.account_id, id)) ? found : undefined;
  });
  if (!website) {
    throw new CommandError(
      `There is no website ${id}: see the ids with \`botgauge websites list\`.`,
    );
  }
  return {
    document: { id, deleted: true },
    text: `Website ${id} (${website.domain}) is deleted. Its keys stop within 10 seconds; a worker erases its visits.`,
  };
}
