/** What `GET /api/v1/bots` has in `data`, shortened. */
export const EXAMPLE_BOTS = {
  bots: [
    {
      name: 'GPTBot',
      provider: 'OpenAI',
      category: 'ai_training',
      documentation: 'https://developers.openai.com/api/docs/bots',
    },
    { name: 'No user agent', provider: 'Unknown', category: 'unidentified', documentation: null },
  ],
};

/** A log entry as a shipper sends it. */
export const EXAMPLE_ENTRY = {
  timestamp: '2026-11-20T12:00:00Z',
  method: 'GET',
  host: 'example.com',
  path: '/pricing',
  status_code: 200,
  ip: '192.0.2.17',
  user_agent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
};
