import type { Socket } from 'node:net'
import type { PeerCertificate } from 'node:tls'
import { encrypt, tlsOptionsOf } from '@atrium/outbound/encrypt'
import type { Outbound } from '@atrium/outbound/outbound'
import { OutboundAddressRefused } from '@atrium/outbound/outbound.errors'
import { endpointOf } from '@atrium/outbound/own-addresses'
import type { ProviderKind } from '../providers/provider.contract.ts'
import type { Findings } from './findings.ts'

/** A server to test, and how it is spoken to. */
export interface Server {
  url: string
  host: string
  port: number
  kind: ProviderKind
  certificateAuthority?: string | null | undefined
}

/** A sign-in tolerates this difference, see `openid.provider.ts`. */
const CLOCK_TOLERANCE_SECONDS = 60

export function serverOf(url: string, kind: ProviderKind, certificateAuthority?: string | null): Server {
  return { url, ...endpointOf(new URL(url)), kind, certificateAuthority }
}

/** Connects to the server; undefined if that fails. */
export async function testAddress(outbound: Outbound, findings: Findings, { url, host, port, kind }: Server) {
  try {
    const socket = await outbound.connect(url, kind === 'ldap' ? 'ldap' : 'http')
    if (!findings.hasFailed('address')) findings.ok('address', 'address_answers', { host, port })
    return socket
  } catch (error) {
    if (error instanceof OutboundAddressRefused) reportRefusal(findings, host, error)
    else if (/^(ENOTFOUND|EAI_AGAIN|ENODATA)$/.test(String((error as NodeJS.ErrnoException).code))) {
      findings.failed('address', 'address_unknown', { host })
    } else findings.failed('address', 'address_unreachable', { host, port, reason: reasonOf(error) })
    return undefined
  }
}

function reportRefusal(findings: Findings, host: string, { params }: OutboundAddressRefused) {
  const { why, network } = params as { why: string; network?: string }
  if (network !== undefined) findings.failed('address', 'address_reserved', { host, network })
  else if (why === 'own_address') findings.failed('address', 'address_of_atrium', { host })
  else if (why === 'plain_http') findings.failed('address', 'address_not_encrypted', { host })
  else findings.failed('address', 'address_malformed', { host })
}

/** Reads the certificate of an open connection and judges it as a sign-in will. Returns whether it is valid. */
export async function testCertificate(findings: Findings, server: Server, socket: Socket) {
  const { host, port, certificateAuthority } = server
  try {
    const options = { ...tlsOptionsOf(host, certificateAuthority), rejectUnauthorized: false }
    const encrypted = await encrypt(socket, options)
    const certificate = encrypted.getPeerCertificate(true)
    const problem = encrypted.authorized ? undefined : String(encrypted.authorizationError)
    encrypted.destroy()
    if (problem !== undefined) return reportCertificate(findings, server, certificate, problem)
    if (!findings.hasFailed('certificate')) {
      findings.ok('certificate', 'certificate_valid', {
        host,
        issuer: issuerOf(certificate),
        until: dayOf(certificate.valid_to),
      })
    }
    return true
  } catch (error) {
    findings.failed('certificate', 'tls_failed', { host, port, reason: reasonOf(error) })
    return false
  }
}

function reportCertificate(
  findings: Findings,
  { host, kind, port }: Server,
  certificate: PeerCertificate,
  problem: string,
) {
  const [from, until] = [dayOf(certificate.valid_from), dayOf(certificate.valid_to)]
  if (problem === 'CERT_HAS_EXPIRED') {
    findings.failed('certificate', 'certificate_expired', { host, until })
  } else if (problem === 'CERT_NOT_YET_VALID') {
    findings.failed('certificate', 'certificate_not_yet_valid', { host, from })
  } else if (problem === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    findings.failed('certificate', 'certificate_of_other_host', { host, names: namesOf(certificate) })
  } else if (/SELF_SIGNED|UNABLE_TO|UNTRUSTED/.test(problem)) {
    const code = kind === 'ldap' ? 'certificate_untrusted_in_directory' : 'certificate_untrusted'
    findings.failed('certificate', code, { host, issuer: issuerOf(certificate) })
  } else findings.failed('certificate', 'tls_failed', { host, port, reason: problem })
  return false
}

/** The name of the authority that signed the certificate. */
function issuerOf({ issuer }: PeerCertificate) {
  return String(issuer?.CN ?? issuer?.O ?? '?')
}

function namesOf({ subject, subjectaltname }: PeerCertificate) {
  return subjectaltname?.replaceAll(/(DNS|IP Address):/g, '') || String(subject?.CN ?? '?')
}

function dayOf(time: string) {
  return new Date(time).toISOString().slice(0, 10)
}

/** Compares the clock of a server with ours; `theirs` is undefined if it does not say what time it is. */
export function testClock(
  findings: Findings,
  { host }: Pick<Server, 'host'>,
  { theirs, ours }: { theirs: Date | undefined; ours: Date },
) {
  if (!theirs || Number.isNaN(theirs.getTime())) return findings.skipped('clock', 'clock_unknown', { host })
  const seconds = Math.round((theirs.getTime() - ours.getTime()) / 1000)
  if (seconds >= CLOCK_TOLERANCE_SECONDS) return findings.failed('clock', 'clock_ahead', { host, seconds })
  if (seconds <= -CLOCK_TOLERANCE_SECONDS) {
    return findings.failed('clock', 'clock_behind', { host, seconds: -seconds })
  }
  findings.ok('clock', 'clock_agrees', { host })
}

/** What the system, a library or a server says about a failure, in its words. */
export function reasonOf(thrown: unknown): string {
  const { message, code, cause, errors, error, error_description } = thrown as NodeJS.ErrnoException & {
    cause?: unknown
    errors?: unknown[]
    error?: string
    error_description?: string
  }
  if (cause instanceof Error) return reasonOf(cause)
  if (errors?.[0]) return reasonOf(errors[0])
  return (error_description || error || message || code || String(thrown))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}
