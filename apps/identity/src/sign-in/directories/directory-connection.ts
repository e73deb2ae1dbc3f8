import type { Socket } from 'node:net'
import { DomainError } from '@atrium/core/errors'
import { encrypt, tlsOptionsOf } from '@atrium/outbound/encrypt'
import { endpointOf } from '@atrium/outbound/own-addresses'
import { within } from '@atrium/outbound/within'
import type { Client } from 'ldapts'
import type { Deps } from '#deps.ts'
import { secretOf } from '../providers/provider.commands.ts'
import type { LdapSettings } from '../providers/provider.contract.ts'
import type { StoredProvider } from '../providers/provider.queries.ts'

const TIMEOUT_MS = 5000

/** The result codes (RFC 4511, appendix A) that say something about the request and not about the directory's health. */
const resultCodes = {
  strongerAuthRequired: 8,
  confidentialityRequired: 13,
  constraintViolation: 19,
  noSuchObject: 32,
  invalidDnSyntax: 34,
  inappropriateAuthentication: 48,
  invalidCredentials: 49,
  unwillingToPerform: 53,
} as const

/** No server of the directory answers, or it refuses the account that searches it: nothing is known about a password. */
export class DirectoryUnavailable extends Error {}

/** A connection to one server of a directory, on which the service account is signed in. */
export interface Directory {
  /** The server that has answered; the password of a user is checked at the same one. */
  url: string
  client: Client
  settings: LdapSettings
}

export type DirectoryDeps = Pick<Deps, 'outbound' | 'secrets'>

/** Runs work with a connection to the first server that answers, and ends the connection afterwards. */
export async function withDirectory<Result>(
  deps: DirectoryDeps,
  provider: StoredProvider,
  work: (directory: Directory) => Promise<Result>,
): Promise<Result> {
  const directory = await openDirectory(deps, provider)
  try {
    return await work(directory)
  } catch (error) {
    throw toUnavailable(error)
  } finally {
    await close(directory.client)
  }
}

async function openDirectory(deps: DirectoryDeps, provider: StoredProvider): Promise<Directory> {
  const settings = provider.settings as LdapSettings
  const failures: unknown[] = []
  for (const url of settings.urls) {
    try {
      const client = await openServer(deps, settings, url)
      try {
        await bindServiceAccount(deps, provider, client)
        return { url, client, settings }
      } catch (error) {
        await close(client)
        throw error
      }
    } catch (error) {
      failures.push(error)
    }
  }
  throw new DirectoryUnavailable(`no server of the directory ${provider.slug} can be used`, {
    cause: failures.length === 1 ? failures[0] : new AggregateError(failures),
  })
}

/** Connects to one server through the guard, encrypted unless the provider allows plain text. */
export async function openServer(
  { outbound }: Pick<Deps, 'outbound'>,
  settings: Pick<LdapSettings, 'allowsPlainText' | 'certificateAuthority'>,
  url: string,
): Promise<Client> {
  const tls = tlsOptionsOf(endpointOf(new URL(url)).host, settings.certificateAuthority)
  const socket = await outbound.connect(url, 'ldap')
  const isEncrypted = url.startsWith('ldaps:')
  const client = await clientOn(isEncrypted ? await encrypt(socket, tls) : socket)
  if (isEncrypted || settings.allowsPlainText) return client
  try {
    await within(TIMEOUT_MS, client.startTLS(tls), 'StartTLS')
    return client
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** The library gets an open connection: it never connects itself, so nothing can lead it elsewhere or to plain text. */
export async function clientOn(socket: Socket): Promise<Client> {
  const { Client } = await import('ldapts') // with the first sign-in: most processes never need it
  return new Client({
    url: 'ldap://directory',
    createConnection: () => socket,
    timeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
  })
}

/** Without `bindDn` the directory is searched anonymously. */
export async function bindServiceAccount(
  deps: Pick<Deps, 'secrets'>,
  provider: StoredProvider,
  client: Client,
) {
  const { bindDn } = provider.settings as LdapSettings
  if (bindDn !== null) await bind(client, bindDn, secretOf(deps, provider) ?? '')
}

/** A bind without a password succeeds for every DN and proves nothing (RFC 4513 §5.1.2). */
async function bind(client: Client, dn: string, password: string) {
  if (password === '') throw new Error('the password is empty')
  await client.bind(dn, password)
}

/**
 * Whether the password belongs to the entry, by a bind on a connection of its own: the one that searches stays signed in as
 * the service account.
 */
export async function hasPassword(
  deps: DirectoryDeps,
  { url, settings }: Directory,
  dn: string,
  password: string,
) {
  const client = await openServer(deps, settings, url)
  try {
    await bind(client, dn, password)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  } finally {
    await close(client)
  }
}

/** Whether the directory has judged the DN and the password, which includes accounts that are locked or expired. */
function isRefusal(error: unknown) {
  const { constraintViolation, inappropriateAuthentication, invalidCredentials, unwillingToPerform } =
    resultCodes
  const refusals = [invalidCredentials, inappropriateAuthentication, unwillingToPerform, constraintViolation]
  return refusals.some(code => isResult(error, code))
}

export function isResult(error: unknown, code: number) {
  return (error as { code?: unknown }).code === code
}

export { resultCodes }

/** Refusals of ours pass. */
function toUnavailable(error: unknown) {
  return error instanceof DirectoryUnavailable || error instanceof DomainError
    ? error
    : new DirectoryUnavailable('the directory stopped answering', { cause: error })
}

export async function close(client: Client) {
  await client.unbind().catch(() => {}) // the other side may have closed it already
}
