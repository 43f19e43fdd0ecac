/** The two kinds of key, as OpenAPI describes them. */
export const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'API Key, `api_…`' },
  botTrackingKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'Bot Tracking Key, `bot_…`',
  },
};
