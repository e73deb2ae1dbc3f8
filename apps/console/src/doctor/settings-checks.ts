import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isAllowed } from '@atrium/identity/access-control/admin-networks'
import { loadIdentitySettings, type Settings } from '@atrium/identity/settings'
import { readSigningKey } from '@atrium/identity/tokens/key-ring'
import { loadTasksSettings } from '@atrium/tasks/settings'
import type { Installation } from '../installation.ts'
import { type Examined, type Finding, failure, ok, reasonOf, warning } from './finding.ts'

const LOOPBACK = '127.0.0.1'
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** The settings of both services, which refuse to start with invalid ones. */
export function readSettings({ environment }: Installation) {
  const identity = attempt(() => loadIdentitySettings(environment))
  const tasks = attempt(() => loadTasksSettings(environment))
  const invalid = [identity.error, tasks.error].flatMap(error => (error ? [reasonOf(error)] : []))
  const findings =
    invalid.length > 0
      ? [...new Set(invalid)].map(message =>
          failure(
            'settings',
            message,
            'Correct it in .env or the environment; .env.example explains every setting.',
          ),
        )
      : [ok('settings', 'All settings are valid.')]
  return { identity: identity.value, tasks: tasks.value, findings }
}

function attempt<Value>(load: () => Value): { value?: Value; error?: unknown } {
  try {
    return { value: load() }
  } catch (error) {
    return { error }
  }
}

/** Valid, but probably not meant for real use. */
export function checkChoices({ identity, installation }: Examined): Finding[] {
  if (!identity) return []
  const {
    ADMIN_ALLOW = '',
    AUDIT_LOG,
    NODE_ENV,
    RATE_LIMIT,
    METRICS_TOKEN,
    TRUST_PROXY,
    IDENTITY_URL,
  } = identity
  const doubts: [boolean, string, string][] = [
    [
      NODE_ENV !== 'production',
      `NODE_ENV is ${NODE_ENV}.`,
      'Remove it: errors show their details otherwise.',
    ],
    [
      AUDIT_LOG?.startsWith('http:') === true,
      'AUDIT_LOG sends the audit log unencrypted.',
      'Use an https:// address.',
    ],
    [RATE_LIMIT === 'off', 'RATE_LIMIT is off.', 'Remove it, unless you are measuring.'],
    [
      METRICS_TOKEN === 'public',
      'Anyone can read /metrics.',
      'Remove METRICS_TOKEN=public, or block /metrics in the proxy.',
    ],
    [
      IDENTITY_URL.startsWith('https:') && !TRUST_PROXY,
      'TRUST_PROXY is not set, so the audit log and rate limits see the address of the proxy for every visitor.',
      'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1.',
    ],
    [
      Boolean(ADMIN_ALLOW) && seesOnlyProxy(identity) && !isAllowed(ADMIN_ALLOW, LOOPBACK),
      'ADMIN_ALLOW locks everyone out of /admin: without TRUST_PROXY, all requests seem to come from 127.0.0.1.',
      'Set TRUST_PROXY to the address of the proxy, or add 127.0.0.1 to ADMIN_ALLOW if there is none.',
    ],
    [
      Boolean(ADMIN_ALLOW) &&
        seesOnlyProxy(identity) &&
        isAllowed(ADMIN_ALLOW, LOOPBACK) &&
        isPublic(IDENTITY_URL),
      'ADMIN_ALLOW lets everyone in: without TRUST_PROXY, all requests seem to come from 127.0.0.1.',
      'Set TRUST_PROXY to the address of the proxy.',
    ],
    [
      Boolean(ADMIN_ALLOW) && TRUST_PROXY === 'true',
      'TRUST_PROXY=true believes every visitor’s X-Forwarded-For, so anyone can pretend to be in a network of ADMIN_ALLOW.',
      'Set TRUST_PROXY to the address of the proxy.',
    ],
    [
      !installation.environment.BACKUP_SCHEDULE,
      'No backups are scheduled.',
      'Set BACKUP_SCHEDULE, or make sure that something else runs `atrium backup` or backs up your PostgreSQL.',
    ],
  ]
  return doubts.flatMap(([isSo, message, advice]) => (isSo ? [warning('settings', message, advice)] : []))
}

/** How long what is kept, as `/admin/health` shows it, too. */
export function checkRetention({ identity, tasks }: Examined): Finding[] {
  if (!identity || !tasks) return []
  const days = (count: number) => (count === 0 ? 'for ever' : count === 1 ? '1 day' : `${count} days`)
  const kept = Object.entries({ ...identity, ...tasks })
    .filter(([name]) => name.endsWith('_KEEP_DAYS'))
    .map(([name, count]) => `${name} ${days(Number(count))}`)
  return [ok('retention', `Kept: ${kept.sort().join(', ')}.`)]
}

/** Whether a service that listens on this machine only does not look further than the proxy. */
function seesOnlyProxy({ HOST, TRUST_PROXY }: Settings) {
  return LOCAL.test(HOST) && (!TRUST_PROXY || ['false', 'none', '0'].includes(TRUST_PROXY))
}

function isPublic(url: string) {
  return !LOCAL.test(new URL(url).hostname)
}

export function checkCookies({ identity, tasks }: Pick<Examined, 'identity' | 'tasks'>): Finding[] {
  if (!identity || !tasks) return []
  const findings: Finding[] = []
  for (const url of [identity.IDENTITY_URL, tasks.TASKS_URL]) {
    const { protocol, hostname } = new URL(url)
    if (identity.COOKIE_SECURE && protocol === 'http:' && !LOCAL.test(hostname))
      findings.push(
        failure(
          'cookies',
          `Browsers do not send Secure cookies to ${url}, so nobody can sign in.`,
          'Put a proxy with TLS in front and use https:// addresses; on a trusted network, COOKIE_SECURE=false works without.',
        ),
      )
    if (!identity.COOKIE_SECURE && protocol === 'https:')
      findings.push(
        warning('cookies', `COOKIE_SECURE is false although ${url} uses TLS.`, 'Remove COOKIE_SECURE=false.'),
      )
    const domain = identity.COOKIE_DOMAIN?.replace(/^\./, '')
    if (domain && hostname !== domain && !hostname.endsWith(`.${domain}`))
      findings.push(
        failure(
          'cookies',
          `COOKIE_DOMAIN=${identity.COOKIE_DOMAIN} does not include ${hostname}, whose cookies browsers refuse.`,
          'Set COOKIE_DOMAIN to the domain that both addresses share, or remove it.',
        ),
      )
  }
  return findings.length > 0 ? findings : [ok('cookies', 'Cookies fit the addresses.')]
}

export async function checkKeyFiles({ identity }: Examined): Promise<Finding[]> {
  if (!identity) return []
  try {
    await readSigningKey(identity)
    return [ok('signing keys', 'The key files can be read and belong together.')]
  } catch (error) {
    const advice =
      'Restore the file from a backup; without it, tokens that were issued with it become invalid.'
    return [failure('signing keys', reasonOf(error), advice)]
  }
}

/** Others on the machine must not be able to read them. */
export function checkPermissions({ installation }: Examined): Finding[] {
  const { dataFolder, environment } = installation
  const files = [
    '.env',
    join(dataFolder, 'secrets.env'),
    join(dataFolder, 'owner-password'),
    String(environment.OAUTH2_PRIVATE_KEY_PATH),
  ]
  const isExposed = (file: string) => existsSync(file) && (statSync(file).mode & 0o007) !== 0
  const exposed = files.filter(isExposed)
  if (exposed.length === 0) return [ok('permissions', 'Files with secrets are readable by their owner only.')]
  return exposed.map(file =>
    warning('permissions', `Every user of this machine can read ${file}.`, `Run: chmod o-rwx ${file}`),
  )
}
