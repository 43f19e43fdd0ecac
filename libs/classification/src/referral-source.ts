/** An AI assistant whose answers link to websites, and the hosts those links come from. */
interface ReferralSource {
  /** The name as the operator writes it. */
  name: string;
  /** Their subdomains count as well. */
  hosts: readonly string[];
}

/** One row per assistant. The hosts are the addresses that serve the assistant. */
export const REFERRAL_SOURCES: readonly ReferralSource[] = [
  { name: 'ChatGPT', hosts: ['chatgpt.com', 'chat.openai.com'] },
  { name: 'Claude', hosts: ['claude.ai'] },
  { name: 'Copilot', hosts: ['copilot.microsoft.com', 'copilot.cloud.microsoft'] },
  { name: 'DeepSeek', hosts: ['chat.deepseek.com'] },
  { name: 'Doubao', hosts: ['doubao.com'] },
  { name: 'Duck.ai', hosts: ['duck.ai'] },
  { name: 'Ernie Bot', hosts: ['yiyan.baidu.com', 'ernie.baidu.com'] },
  { name: 'Felo', hosts: ['felo.ai'] },
  { name: 'Gemini', hosts: ['gemini.google.com', 'bard.google.com'] },
  { name: 'Genspark', hosts: ['genspark.ai'] },
  { name: 'Grok', hosts: ['grok.com'] },
  { name: 'iAsk', hosts: ['iask.ai'] },
  { name: 'Kimi', hosts: ['kimi.com', 'kimi.moonshot.cn'] },
  { name: 'Le Chat', hosts: ['chat.mistral.ai'] },
  { name: 'Meta AI', hosts: ['meta.ai'] },
  { name: 'NotebookLM', hosts: ['notebooklm.google.com'] },
  { name: 'Perplexity', hosts: ['perplexity.ai'] },
  { name: 'Phind', hosts: ['phind.com'] },
  { name: 'Poe', hosts: ['poe.com'] },
  { name: 'Qwen', hosts: ['chat.qwen.ai', 'tongyi.aliyun.com'] },
  { name: 'You.com', hosts: ['you.com'] },
];

const NAMES = new Map(
  REFERRAL_SOURCES.flatMap(({ name, hosts }) => hosts.map((host) => [host, name] as const)),
);
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

function parentOf(host: string): string | undefined {
  const dot = host.indexOf('.');
  return dot < 0 ? undefined : host.slice(dot + 1);
}
