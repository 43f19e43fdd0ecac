import type { RegisteredBot } from './registered-bot.js';

/**
 * Services that call a website because its owner told them to.
 */
export const WEBHOOK_BOTS: readonly RegisteredBot[] = [
  {
    id: 1301,
    slug: 'stripe-webhook',
    name: 'Stripe',
    provider: 'Stripe',
    category: 'webhook',
    documentation: 'https://stripe.com/docs/webhooks',
    checkedOn: '2026-11-20',
    tokens: ['Stripe/1.0'],
    examples: ['Stripe/1.0 (+https://stripe.com/docs/webhooks)'],
  },
  {
    id: 1302,
    slug: 'bitbucket-webhooks',
    name: 'Bitbucket-Webhooks',
    provider: 'Atlassian',
    category: 'webhook',
    documentation: null,
    checkedOn: '2026-11-20',
    tokens: ['Bitbucket-Webhooks'],
    examples: ['Bitbucket-Webhooks/2.0'],
  },
  {
    // Pingbacks and calls between websites. When a person uses the app, a browser's name comes
    // first.
    id: 1303,
    slug: 'wordpress',
    name: 'WordPress',
    provider: 'WordPress',
    category: 'webhook',
    documentation: 'https://wordpress.org/',
    checkedOn: '2026-11-22',
    tokens: ['WordPress/'],
    startsAgent: true,
    examples: ['WordPress/4.7.2; https://example.com'],
  },
  {
    // Public lists name it, and nothing shows what it is for. No AI of Google is known to send it.
    id: 322,
    slug: 'google-firebase',
    name: 'Google-Firebase',
    provider: 'Google',
    category: 'webhook',
    documentation: null,
    checkedOn: '2026-11-29',
    tokens: ['Google-Firebase'],
    examples: ['Google-Firebase'],
  },
];
