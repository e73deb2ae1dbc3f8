import { randomUUID } from 'node:crypto'
import { DomainError } from '@atrium/core/errors'
import { offeredLanguages } from '@atrium/core/languages'
import type { Deps } from '#deps.ts'
import { getSecurityStamp } from '#tokens/security-stamp.queries.ts'
import { findCredentials } from '#users/credentials.queries.ts'
import type { Authenticator, Visitor } from '../authenticators/authenticator.ts'
import { findIdentity, isInDirectory } from '../providers/identity.queries.ts'
import { listProviders, type StoredProvider } from '../providers/provider.queries.ts'
import { usesGroups } from '../providers/provider-groups.ts'
import { provisionUser } from '../providers/provision-user.ts'
import { DirectoryAccountExists } from './account-exists.ts'
import { type Directory, DirectoryUnavailable, hasPassword, withDirectory } from './directory-connection.ts'
import { type DirectoryPerson, findByLogin, personOf, withGroups } from './directory-entries.ts'
import { createPasswordAttempts } from './password-attempts.ts'

type Outcome = Awaited<ReturnType<Authenticator['verify']>>

/** Passwords that a directory knows (LDAP): its entry is searched, then a bind with the typed password proves it. */
export function directoryAuthenticator(deps: Deps): Authenticator {
  const checkInLine = createPasswordAttempts(deps)
  return {
    kind: 'ldap',
    verify: async (login, password, visitor) => {
      const directories = (await listProviders(deps.db)).filter(isEnabledDirectory)
      if (directories.length === 0) return 'unknown'
      if (password === '') return (await isDirectoryLogin(deps, login)) ? 'wrong' : 'unknown'
      return askInOrder(
        directories.map(provider => ({ deps, checkInLine, provider })),
        { login: login.trim(), password, visitor },
      )
    },
  }
}

function isEnabledDirectory({ kind, isEnabled }: StoredProvider) {
  return kind === 'ldap' && isEnabled
}

/** A directory that is away does not keep another one from knowing the login. */
async function askInOrder(directories: Asked[], typed: Typed): Promise<Outcome> {
  let isAway = false
  for (const directory of directories) {
    const outcome = await ask(directory, typed)
    if (outcome !== 'unavailable' && outcome !== 'unknown') return outcome
    isAway ||= outcome === 'unavailable'
  }
  return isAway ? 'unavailable' : 'unknown'
}

/** Most directories accept an empty password for every DN, so none is asked (RFC 4513 §5.1.2). */
async function isDirectoryLogin({ db }: Deps, login: string) {
  const account = await findCredentials(db, login)
  return account !== undefined && (await isInDirectory(db, account.id))
}

interface Asked {
  deps: Deps
  provider: StoredProvider
  checkInLine: ReturnType<typeof createPasswordAttempts>
}

interface Typed {
  login: string
  password: string
  visitor?: Visitor | undefined
}

async function ask(asked: Asked, typed: Typed): Promise<Outcome> {
  const { deps, provider } = asked
  try {
    const proven = await withDirectory(deps, provider, directory => prove(asked, directory, typed))
    return typeof proven === 'string' ? proven : await admit(asked, proven, typed.visitor)
  } catch (error) {
    if (!(error instanceof DirectoryUnavailable)) throw error
    deps.log.warn({ err: error, provider: provider.slug }, 'a directory could not be asked')
    return 'unavailable'
  }
}

/** Nobody and two entries take as long as a wrong password: a bind follows in any case. */
async function prove(
  { deps, provider, checkInLine }: Asked,
  directory: Directory,
  { login, password }: Typed,
): Promise<DirectoryPerson | 'unknown' | 'wrong'> {
  const entries = await findByLogin(directory, login)
  const [entry] = entries
  const person = entry && entries.length === 1 ? personOf(directory.settings, entry) : undefined
  if (!person || person.isDisabled) {
    await hasPassword(deps, directory, `cn=${randomUUID()},${directory.settings.baseDn}`, randomUUID())
    return entries.length === 0 ? 'unknown' : 'wrong'
  }
  const key = { provider: provider.slug, issuer: person.issuer, subject: person.subject }
  const known = await findIdentity(deps.db, key)
  const check = () => hasPassword(deps, directory, person.dn, password)
  if (!(await checkInLine(key, known?.userId, check))) return 'wrong'
  return usesGroups(provider) ? withGroups(directory, person) : person
}

async function admit(
  { deps, provider }: Asked,
  { dn: _, isDisabled: __, ...person }: DirectoryPerson,
  visitor: Visitor = {},
): Promise<Outcome> {
  const [language = 'en'] = offeredLanguages(deps.settings)
  try {
    const invitation = await visitor.findInvitation?.(provider, person.email)
    const outcome = await provisionUser(deps, provider, person, { language, invitation })
    if ('conflictWith' in outcome) throw new DirectoryAccountExists(provider, person, outcome.conflictWith)
    const { userId } = outcome
    const stamp = await getSecurityStamp(deps.db, userId)
    return { userId, amr: 'pwd', at: deps.now().toISOString(), stamp }
  } catch (error) {
    // A sign-in never says that an account is archived.
    if (error instanceof DomainError && error.code === 'upstream_account_archived') return 'wrong'
    throw error
  }
}
