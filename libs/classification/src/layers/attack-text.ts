import { botVerdict } from '../bot-verdict.js';
import { compileSigns, type Layer, type ReasonedVerdict, type Sign } from '../layer.js';
import { quickTest } from '../patterns/quick-pattern.js';
import { ATTACK_TEXT } from '../registry/special-bots.js';

/**
 * Signs of text that shall do harm wherever a program reads the user agent: in its log, its
 * database, its pages. Each sign is the grammar of such a text, not a word: an app may be called
 * Select, and a telephone may have the language `id`.
 */
const ATTACK_SIGNS: readonly Sign[] = [
  {
    // https://logging.apache.org/log4j/2.x/manual/lookups.html, and the lookups of Commons Text.
    reason: 'a lookup of Log4j',
    pattern:
      /\$\{\s*(?:\$\{|:|(?:jndi|env|sys|lower|upper|date|java|main|ctx|bundle|marker|map|sd|web|docker|k8s|spring|log4j|event|base64|base64decoder|script|url|urldecoder|dns|const|file|xml):)|\bjndi:\w/i,
  },
  {
    reason: 'a function of Bash in place of a value (Shellshock)',
    pattern: /\(\)\s*\{/,
  },
  {
    reason: 'SQL',
    pattern:
      /\bunion\s+(?:all\s+|distinct\s+)?select\b|\(\s*select\b|\bselect\s+(?:\*|@@|\w+\()|\b(?:pg_)?sleep\(\s*\d+(?:\.\d+)?\s*\)|\bbenchmark\(\s*\d{3}|\b(?:extractvalue|updatexml|load_file|utl_http\.request|dbms_pipe\.receive_message|dbms_lock\.sleep|randomblob)\s*\(|\bxp_cmdshell\b|\bwaitfor\s+delay\b|\binformation_schema\b|\bdrop\s+(?:table|database)\s|\binsert\s+into\s+\w+\s*\(|\bdelete\s+from\s+\w|\bdeclare\s+@\w|\border\s+by\s+\d+\s*(?:$|,|--|#)|\b(?:or|and)\s+\d[\d+*-]*\s*=\s*\d|(?:^|\W)@@\w|['"`)]\s*(?:x?or|and|\|\||&&)\s*(?:\(+\s*)?(?:not\s+)?(?:(?:(?:['"]\w*['"]?|\w+['"]?)\s*)?(?:=|<|>|like\b|between\b|rlike\b)|(?:if|sleep|select|case)\b|true\b|exists\b)|['"]\)*;?\s*--[\s+-]*\w*$|\bch(?:a)?r\(\d+\)\s*\|\|/i,
  },
  {
    reason: 'a path out of the folder of the website, or to a file of the system',
    pattern:
      /\.\.[/\\]+\.\.+[/\\]|\.\.;\/|\.\.[/\\]+(?:etc|proc|var|boot|windows|winnt)\b|\/etc\/(?:passwd|shadow|hosts|group|issue)\b|\/proc\/self\/|\b(?:win|boot)\.ini\b|\bWEB-INF[/\\]|\b(?:php|phar|expect|gopher|dict):\/\/|\bfile:\/\/\/(?:etc|proc|c:)/i,
  },
  {
    reason: 'an expression of a template language',
    pattern:
      /\{\{[^{}]*(?:\d\s*[*+-]\s*'?\d|__\w+__|\bconfig\b|\bself\b|\bconstructor\b|\blipsum\b|\bcycler\b|\b(?:system|exec|popen|passthru)\b)|[$#*@~%]\{+\s*(?:\d+\s*[*+-]\s*\d|(?:\(\s*)?#|T\()|<%=?[^%]*%>|\{%\s*\w[^%]*%\}|\bT\(\s*java\.|\bjava\.lang\.(?:Runtime|ProcessBuilder|System|Class|Thread)\b|#_memberAccess\b/,
  },
  {
    reason: 'a script, or a tag that runs one',
    pattern:
      /<\s*(?:\/\s*)?script\b|<\s*(?:img|svg|iframe|body|object|embed|video|audio|details|input|math|style|meta|marquee|xss)\b[^<>]*[=>]|\bon(?:error|load|click|mouseover|focus|toggle|begin)\s*=|\b(?:javascript|vbscript):\s*\w+\s*[(`.]|\b(?:alert|prompt|confirm)\s*[(`]\s*['"\d)`]|\bdocument\.(?:cookie|domain|location|write)\b|\bString\.fromCharCode\b|<\?(?:php\b|=)|<!--\s*#\w|<!(?:ENTITY|DOCTYPE)\b|\b(?:eval|assert|base64_decode|passthru|shell_exec|proc_open|phpinfo|file_put_contents|call_user_func|var_dump)\(|\b(?:system|exec|print|echo|die|md5)\(\s*['"$\d]|\bprint\(\s*md5\(|\b__import__\(|\bchild_process\b/i,
  },
  {
    reason: 'a command of a shell',
    // Behind a semicolon only with its arguments: comments of user agents are full of semicolons.
    pattern:
      /(?:\|\|?|&&|`|\$\()\s*(?:wget|curl|nc|ncat|bash|sh|ping|nslookup|dig|id|whoami|uname|cat|ls|echo|printf|sleep|expr|powershell|cmd|python\d?|perl|php|busybox|certutil)\b(?![/=.-])|[;&]\s*(?:(?:wget|curl)\s+(?:-\w|https?:)|(?:cat|ls|cd|chmod)\s+[/-]|(?:ping|nslookup|dig)\s+(?:-\w|[\w-]+\.\w)|echo\s+['"$\w]+\s*[;|>&]|sleep\s+\d+\s*(?:[;&#]\s*)?$)|\/bin\/(?:ba|z|da|k|c)?sh\b|\bcmd(?:\.exe)?\s+\/c\b|\bpowershell(?:\.exe)?\s+-\w|\bchmod\s+(?:\+x|[0-7]{3})\b|\brm\s+-[rf]{1,2}\b|\bbase64\s+-d|\bcd\s+\/(?:tmp|var|dev)\b|\/dev\/(?:tcp|shm)\/|\bwget\s+-\w+\s|\$\{IFS\}/i,
  },
  {
    reason: 'a serialised object, or a filter of a directory',
    pattern: /\bO:\d+:"[\w\\]+":\d+:\{|\ba:\d+:\{[is]:\d|^rO0AB[\w+/]|\*\)\(\w+=|\)\(\|\(/,
  },
  {
    reason: 'a header field, smuggled behind the end of a line',
    pattern: /\r?\n\s?[A-Za-z][\w-]+:/,
  },
  {
    // Servers of Interactsh, Burp and Acunetix, and public ones like them.
    reason: 'a server that only waits for the calls of successful attacks',
    pattern:
      /\b(?:interact\.sh|oast\.(?:fun|live|site|me|pro|online)|oastify\.com|burpcollaborator\.net|dnslog\.cn|ceye\.io|bxss\.me)\b/i,
  },
];

const attackSign = compileSigns(ATTACK_SIGNS);

/**
 * Every sign needs one of these. Nearly all user agents have none, so that one quick pattern is all
 * that they cost.
 */
const mayAttack = quickTest(
  /[$<>{}'"`|\\*%=&\n]|@@|\.\.|\(\)|\/(?:etc|proc|bin|dev|tmp|var)\b|\b(?:php|phar|expect|gopher|dict|file):\/\/|\bjndi:|\b(?:union|select|sleep|benchmark|waitfor|xp_cmdshell|information_schema|order|drop|insert|delete|declare|boot|win\.ini|rm -|cmd|cd \/|powershell|chmod|base64|wget|curl|nslookup|ping|echo|eval|assert|phpinfo|child_process|interact|oast|oastify|burpcollaborator|dnslog|ceye|bxss|web-inf)\b|java\.lang|[a-z_]\(|^rO0AB/i,
);

const ESCAPED = /%([0-9a-f]{2})|\\x([0-9a-f]{2})|\\u00([0-9a-f]{2})/gi;

/** Decodes what programs decode before they use a text, and makes rows of blanks one blank. */
function decoded(text: string): string {
  const once = (encoded: string) =>
    encoded.replace(ESCAPED, (_, a?: string, b?: string, c?: string) =>
      String.fromCharCode(parseInt(a ?? b ?? c ?? '', 16)),
    );
  return once(once(text))
    .replace(/\\r|\\n/g, '\n')
    .replace(/\/\*[^*]{0,50}\*\//g, ' ')
    .replace(/[^\S\n]{2,}/g, ' ');
}

const verdicts = new Map<Sign, ReasonedVerdict>(
  ATTACK_SIGNS.map((sign) => [sign, botVerdict(ATTACK_TEXT, 'attack text', sign.reason)]),
);

/**
 * Returns the layer that finds user agents that are an attack on whatever reads them, whichever bot
 * or browser they name beside it. Only the name of a security scanner, or of its server, says more.
 */
export function attackText(named: Layer): Layer {
  return {
    name: 'attack text',
    judge: (userAgent) => {
      if (!mayAttack(userAgent)) return undefined;
      const sign = attackSign(decoded(userAgent));
      if (sign === undefined) return undefined;
      const bot = named.judge(userAgent);
      const isScanner = bot?.kind === 'bot' && bot.bot.category === 'security_scanner';
      return isScanner ? undefined : verdicts.get(sign);
    },
  };
}
