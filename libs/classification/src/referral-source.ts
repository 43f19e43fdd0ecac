/** An AI assistant whose answers link to websites, and the hosts those links come from. */
interface ReferralSource {
  /** The name as the operator writes it. */
  name: string;
  /** Its operator, under the name that the registry of bots has for it. */
  provider: string;
  /** Their subdomains count as well. */
  hosts: readonly string[];
}

/** One row per assistant. The hosts are the addresses that serve the assistant. */
export const REFERRAL_SOURCES: readonly ReferralSource[] = [
  { name: 'ChatGPT', provider: 'OpenAI', hosts: ['chatgpt.com', 'chat.openai.com'] },
  { name: 'Claude', provider: 'Anthropic', hosts: ['claude.ai'] },
  {
    name: 'Copilot',
    provider: 'Microsoft',
    hosts: ['copilot.microsoft.com', 'copilot.cloud.microsoft'],
  },
  { name: 'DeepSeek', provider: 'DeepSeek', hosts: ['chat.deepseek.com'] },
  { name: 'Doubao', provider: 'ByteDance', hosts: ['doubao.com'] },
  { name: 'Duck.ai', provider: 'DuckDuckGo', hosts: ['duck.ai'] },
  { name: 'Ernie Bot', provider: 'Baidu', hosts: ['yiyan.baidu.com', 'ernie.baidu.com'] },
  { name: 'Felo', provider: 'Felo', hosts: ['felo.ai'] },
  { name: 'Gemini', provider: 'Google', hosts: ['gemini.google.com', 'bard.google.com'] },
  { name: 'Genspark', provider: 'Genspark', hosts: ['genspark.ai'] },
  { name: 'Grok', provider: 'xAI', hosts: ['grok.com'] },
  { name: 'iAsk', provider: 'iAsk (Ai Search)', hosts: ['iask.ai'] },
  { name: 'Kimi', provider: 'Moonshot AI', hosts: ['kimi.com', 'kimi.moonshot.cn'] },
  { name: 'Le Chat', provider: 'Mistral AI', hosts: ['chat.mistral.ai'] },
  { name: 'Meta AI', provider: 'Meta', hosts: ['meta.ai'] },
  { name: 'NotebookLM', provider: 'Google', hosts: ['notebooklm.google.com'] },
  { name: 'Perplexity', provider: 'Perplexity', hosts: ['perplexity.ai'] },
  { name: 'Phind', provider: 'Phind', hosts: ['phind.com'] },
  { name: 'Poe', provider: 'Quora', hosts: ['poe.com'] },
  { name: 'Qwen', provider: 'Alibaba', hosts: ['chat.qwen.ai', 'tongyi.aliyun.com'] },
  { name: 'You.com', provider: 'You.com', hosts: ['you.com'] },
];

const NAMES = new Map(
  REFERRAL_SOURCES.flatMap(({ name, hosts }) => hosts.map((host) => [host, name] as const)),
);
const PROVIDERS = new Map(REFERRAL_SOURCES.map(({ name, provider }) => [name, provider]));
const HOST = /^https?:\/\/([^/?#@:\s]{1,253})(?:[/?#:]|$)/i;

/**
 * Returns the AI assistant that a visit came from, judged by its referer, or null for any other
 * referer or none.
 */
export function referralSourceOf(referer: string | null): string | null {
  const host = referer === null ? undefined : HOST.exec(referer)?.[1]?.toLowerCase();
  for (let rest = host; rest; rest = parentOf(rest)) {
    const name = NAMES.get(rest);
    if (name) return name;
  }
  return null;
}

/**
 * Returns the operator of an AI assistant that a visit came from. One that this release does not know,
 * because another release has counted it, stands for itself.
 */
export function providerOfSource(source: string): string {
  return PROVIDERS.get(source) ?? source;
}

/** Returns the AI assistants of an operator that send people. */
export function sourcesOfProvider(provider: string): string[] {
  return REFERRAL_SOURCES.filter((source) => source.provider === provider).map(({ name }) => name);
}

function parentOf(host: string): string | undefined {
  const dot = host.indexOf('.');
  return dot < 0 ? undefined : host.slice(dot + 1);
}
