import caddy from '../../../../../deploy/forward.Caddyfile?raw'
import nginx from '../../../../../deploy/forward.nginx.conf?raw'

const SAMPLE_HOST = 'wiki.example.org'

export const proxies = ['nginx', 'caddy'] as const

/** The tested sample of a proxy for these hosts, without its first comment, which names the files of a server. */
export function proxyConfiguration(proxy: (typeof proxies)[number], hosts: string[]) {
  const [, ...parts] = (proxy === 'nginx' ? nginx : caddy).split('\n\n')
  return parts.join('\n\n').replace(SAMPLE_HOST, namesFor(proxy, hosts)).trim()
}

/** nginx has ports in other lines. */
function namesFor(proxy: (typeof proxies)[number], hosts: string[]) {
  if (proxy === 'caddy') return hosts.join(', ')
  return [...new Set(hosts.map(host => host.replace(/:\d+$/, '')))].join(' ')
}
