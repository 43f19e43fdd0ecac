import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import type { Dependencies } from '../program/dependencies.js';
import { bootstrap, type Installation } from './bootstrap.js';

export async function answerBootstrap(dependencies: Dependencies, domain: string): Promise<Answer> {
  const installation = await withDatabase(dependencies, (pool) => bootstrap(pool, domain));
  return installation ? describeCreated(installation) : NOT_CREATED;
}

const NOT_CREATED: Answer = {
  document: { created: false },
  text: 'There is an account already: nothing was made. Make more keys with `botgauge keys create`.',
};

function describeCreated({ accountId, websiteId, domain, apiKey, botKey }: Installation): Answer {
  return {
    document: {
      created: true,
      account_id: accountId,
      website_id: websiteId,
      domain,
      api_key: apiKey,
      bot_key: botKey,
    },
    text: [
      `Account            ${accountId}`,
      `Website            ${websiteId} (${domain})`,
      `API Key            ${apiKey}`,
      `Bot Tracking Key   ${botKey}`,
      '',
      'The keys are not shown again: keep them where only you can read them.',
    ].join('\n'),
  };
}
