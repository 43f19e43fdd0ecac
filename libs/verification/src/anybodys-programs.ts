/**
 * Bots of the registry (slugs) that their provider wrote, but does not run: libraries, browsers and
 * services that send what their users ask for, from the users' addresses or from addresses that
 * users share. Whoever uses such a program is no spoofer, and an address of the provider says
 * nothing about it. A test compares this with the categories of the registry.
 */
export const ANYBODYS_PROGRAMS: ReadonlySet<string> = new Set([
  // Amazon
  'amazon-bedrock-agentcore-browser',
  'amazon-cloudfront',
  'aws-sdk',
  'elb-healthchecker',
  'novaact',
  // Anthropic: runs on the computers of its users.
  'claude-code',
  // Apple: messages and feeds are read by the devices of people.
  'apple-messages-preview',
  'apple-pubsub',
  'itms',
  // Google
  'appengine-google',
  'chrome-privacy-preserving-prefetch-proxy',
  'go-http-client',
  'go-package-http',
  'google-apps-script',
  'google-cloud-scheduler',
  'google-cloud-tasks',
  'google-gemini-cli',
  'gsa-crawler',
  'headlesschrome',
  'puppeteer',
  // Meta: the app on the phone fetches the preview.
  'whatsapp',
  // Microsoft
  'microsoft-cryptoapi',
  'playwright',
  'powershell',
  'windows-rss-platform',
  'winhttp',
  // OpenAI: the library with which programs call the API.
  'openai',
]);
