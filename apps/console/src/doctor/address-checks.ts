import { checkServerIdentity, connect, type DetailedPeerCertificate } from 'node:tls'
import { type Examined, type Finding, failure, ok, reasonOf, warning } from './finding.ts'

const TIMEOUT_MS = 5000
const EXPIRES_SOON_DAYS = 14
const CLOCK_WARNING_MS = 20_000
const DAY_MS = 86_400_000

/** Whether both services answer at their public addresses, and what they say about themselves. */
export async function checkAddresses({ identity, tasks }: Examined): Promise<Finding[]> {
  if (!identity || !tasks) return []
  const services = [
    { name: 'identity', url: identity.IDENTITY_URL, internalUrl: tasks.IDENTITY_INTERNAL_URL },
    { name: 'tasks', url: tasks.TASKS_URL, internalUrl: identity.TASKS_INTERNAL_URL },
  ]
  const findings: Finding[] = []
  for (const { name, url, internalUrl } of services) {
    findings.push(...(await checkAddress(name, url)))
    findings.push(...(await checkReadiness(name, internalUrl ?? url)))
    if (url.startsWith('https:')) findings.push(await checkCertificate(url))
  }
  return [...findings, ...compareSites(identity.IDENTITY_URL, tasks.TASKS_URL)]
}

async function checkAddress(name: string, url: string): Promise<Finding[]> {
  const address = url.replace(/\/$/, '')
  try {
    const { ok: isOk, status, headers, body } = await request(`${address}/healthz`)
    if (!isOk || typeof body?.version !== 'string') {
      const message = `${address} answered ${status}, but not as the ${name} service does.`
      return [failure('addresses', message, 'Check which service the proxy passes this address to.')]
    }
    return [
      ok('addresses', `${address} is the ${name} service, version ${body.version}.`),
      compareDate(address, headers),
    ]
  } catch (error) {
    const advice = `Start Atrium, and check DNS, firewall and proxy: this machine must reach ${address} too.`
    return [failure('addresses', `${address} does not answer: ${reasonOf(error)}.`, advice)]
  }
}

async function checkReadiness(name: string, url: string): Promise<Finding[]> {
  const answer = await request(`${url.replace(/\/$/, '')}/readyz`).catch(() => undefined)
  if (!answer?.body) return [] // the address was reported already
  const states = Object.entries(answer.body.error?.details ?? answer.body) as [string, unknown][]
  const broken = states
    .filter(([, state]) => state === 'unavailable' || state === 'low')
    .map(([part]) => part)
  if (broken.length === 0) return [ok('services', `The ${name} service and everything it needs work.`)]
  const message = `The ${name} service reports problems with: ${broken.join(', ')}.`
  return [failure('services', message, 'The log of the service says why, in a line with the dependency.')]
}

function compareDate(address: string, headers: Headers): Finding {
  const there = Date.parse(headers.get('date') ?? '')
  const difference = Math.abs(there - Date.now())
  if (!(difference > CLOCK_WARNING_MS))
    return ok('clock', `The clock of ${address} agrees with this machine.`)
  const seconds = Math.round(difference / 1000)
  return warning(
    'clock',
    `The clock of ${address} differs by ${seconds} s from this machine.`,
    'Synchronize the clocks of all machines with NTP: sign-ins fail when they differ by more than a minute.',
  )
}

/** Browsers treat addresses of one domain as one site. */
function compareSites(one: string, other: string): Finding[] {
  const [first, second] = [one, other].map(url => new URL(url)) as [URL, URL]
  if (first.protocol !== second.protocol)
    return [failure('addresses', 'One address uses TLS and the other does not.', 'Use https:// for both.')]
  const domain = ({ hostname }: URL) => hostname.split('.').slice(-2).join('.')
  if (first.hostname === second.hostname || domain(first) === domain(second)) return []
  const message = `${first.hostname} and ${second.hostname} are different sites to browsers.`
  return [warning('addresses', message, 'Use two names of one domain, so that users sign in once for both.')]
}

async function checkCertificate(url: string): Promise<Finding> {
  const { hostname, port } = new URL(url)
  try {
    const { certificate, problem } = await readCertificate(hostname, Number(port) || 443)
    return judgeCertificate(hostname, certificate, problem)
  } catch (error) {
    return failure(
      'tls',
      `${hostname} accepts no TLS connection: ${reasonOf(error)}.`,
      'Check the proxy and its certificate.',
    )
  }
}

/** From the most to the least specific: Node reports only one problem, and for most of them that nobody trusts it. */
function judgeCertificate(
  hostname: string,
  certificate: DetailedPeerCertificate,
  problem: string | undefined,
): Finding {
  const daysUntil = (time: string) => Math.trunc((Date.parse(time) - Date.now()) / DAY_MS)
  const [untilStart, left] = [daysUntil(certificate.valid_from), daysUntil(certificate.valid_to)]
  if (Date.parse(certificate.valid_to) < Date.now()) {
    const message = `The certificate of ${hostname} expired ${-left} days ago.`
    return failure('tls', message, 'Renew it, and check that automatic renewal works.')
  }
  if (Date.parse(certificate.valid_from) > Date.now()) {
    const message = `The certificate of ${hostname} is valid in ${untilStart} days only.`
    return failure('tls', message, 'Check the clock of this machine, or get a new certificate.')
  }
  if (checkServerIdentity(hostname, certificate)) {
    const names = certificate.subjectaltname?.replaceAll('DNS:', '') ?? certificate.subject.CN
    const message = `The certificate at ${hostname} is for another name: ${names}.`
    return failure('tls', message, `Install a certificate for ${hostname}.`)
  }
  if (problem) {
    const advice =
      'Install a certificate of a public authority for this name, with its intermediate certificates.'
    return failure('tls', `The certificate of ${hostname} is not trusted: ${problem}.`, advice)
  }
  if (left < EXPIRES_SOON_DAYS) {
    const message = `The certificate of ${hostname} expires in ${left} days.`
    return warning('tls', message, 'Renew it, and check that automatic renewal works.')
  }
  return ok('tls', `The certificate of ${hostname} is valid for ${left} more days.`)
}

function readCertificate(host: string, port: number) {
  return new Promise<{ certificate: DetailedPeerCertificate; problem: string | undefined }>(
    (resolve, reject) => {
      const socket = connect(
        { host, port, servername: host, rejectUnauthorized: false, timeout: TIMEOUT_MS },
        () => {
          const { authorized, authorizationError } = socket
          const problem = authorized ? undefined : String(authorizationError)
          resolve({ certificate: socket.getPeerCertificate(true), problem })
          socket.end()
        },
      )
      socket.once('timeout', () => socket.destroy(new Error(`no answer in ${TIMEOUT_MS / 1000} s`)))
      socket.once('error', reject)
    },
  )
}

interface Answer {
  version?: unknown
  error?: { details?: object }
}

async function request(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
  const body = (await response.json().catch(() => undefined)) as Answer | undefined
  return { ok: response.ok, status: response.status, headers: response.headers, body }
}
