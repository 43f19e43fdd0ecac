import { join } from 'node:path';
import type { Certificate } from './certificate.js';
import { hostOf, MAIL, SEARCH, WEBSITE_NAMES, type WebsiteName, websiteOf } from './websites.js';

export interface Places {
  /** Where all is kept: pages, logs, and what the proxy caches. */
  folder: string;
  certificate: Certificate;
  /** Ports of the loopback address: for visitors, and of the server behind the caching proxy. */
  port: number;
  behind: number;
}

export const logOf = (folder: string, name: WebsiteName): string => join(folder, `${name}.log`);

/** Names of nginx's own variables, so that any reader of such logs knows the fields. */
const LOG_FORMAT = `log_format lab escape=json '{"msec":"$msec","remote_addr":"$remote_addr",'
  '"request_method":"$request_method","http_host":"$host","request_uri":"$request_uri",'
  '"server_protocol":"$server_protocol","status":$status,"http_referer":"$http_referer",'
  '"http_user_agent":"$http_user_agent","http_sec_fetch_mode":"$http_sec_fetch_mode",'
  '"http_sec_purpose":"$http_sec_purpose"}';`;

/**
 * Returns the configuration of a server for all websites. Visitors come by the PROXY protocol, which
 * says which address they have.
 */
export function nginxConfiguration(places: Places): string {
  const { folder } = places;
  return `daemon off; master_process off; worker_processes 1; pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')} warn;
events { worker_connections 1024; }
http {
  types { text/html html; text/css css; application/javascript js; application/json json;
    image/svg+xml svg; image/png png; image/x-icon ico; font/woff2 woff2; }
  default_type application/json;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, `temporary-${name}`)};`).join(' ')}
  ${LOG_FORMAT}
  # What a caching proxy keeps, for seconds that stand for hours.
  map $uri $kept { ~^/assets/ 4; default 0; }
  access_log off;
  http2_max_concurrent_streams 128;
  keepalive_requests 100000;
  ssl_certificate ${places.certificate.certificate};
  ssl_certificate_key ${places.certificate.key};
  proxy_cache_path ${join(folder, 'cache')} keys_zone=files:1m;
  ${WEBSITE_NAMES.map((name) => serversOf(name, places)).join('\n')}
  ${[SEARCH, MAIL].map((host) => front(host, places, content(join(folder, host)))).join('\n')}
}
`;
}

function serversOf(name: WebsiteName, places: Places): string {
  const website = websiteOf(name);
  const policy = website.referrerPolicy;
  const header = [
    policy ? `add_header Referrer-Policy ${policy};` : '',
    website.isBehindCache ? `add_header X-Accel-Expires $kept;` : '',
  ].join(' ');
  const root = join(places.folder, name);
  const own = `access_log ${logOf(places.folder, name)} lab; ${header}
    ${website.pages === 'app' ? app(root, header) : content(root, header)}`;
  if (!website.isBehindCache) return front(hostOf(name), places, own);
  return `${front(hostOf(name), places, proxied(places))}
  server { listen 127.0.0.1:${places.behind}; server_name ${hostOf(name)};
    set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
    ${own}
  }`;
}

function front(host: string, { port }: Places, content: string): string {
  return `server { listen 127.0.0.1:${port} ssl http2 proxy_protocol; server_name ${host};
    set_real_ip_from 127.0.0.1; real_ip_header proxy_protocol;
    ${content}
  }`;
}

/** Pages are asked for again each time, and files are kept for good, as most servers have it. */
const content = (root: string, header = '') => `root ${root}; index index.html;
    location / { add_header Cache-Control no-cache; ${header} }
    location = /favicon.ico { add_header Cache-Control max-age=604800; ${header} }
    location /assets/ { add_header Cache-Control max-age=31536000,immutable; ${header} }`;

const app = (root: string, header: string) => `root ${root};
    location / { try_files $uri /index.html; add_header Cache-Control no-cache; ${header} }
    location = /api/seen { return 204; }
    location /assets/ { add_header Cache-Control max-age=31536000,immutable; ${header} }`;

const proxied = ({ behind }: Places) => `location / {
      proxy_pass http://127.0.0.1:${behind}; proxy_http_version 1.1; proxy_set_header Host $host;
      proxy_set_header Connection ""; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_cache files;
    }`;
