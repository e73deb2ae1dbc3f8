import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { DomainError } from '@atrium/core/errors'
import type { Language } from '@atrium/core/language'
import { type Emit, inTransaction } from '@atrium/database/transaction'
import { consoleActor } from '#access-control/actor.ts'
import { isOwner, lockUser } from '#access-control/hierarchy.queries.ts'
import { assignRole } from '#access-control/user-role.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { Conflict, Forbidden } from '#errors.ts'
import type { Event } from '#events.ts'
import { setGroupsOfSource } from '#groups/source-groups.commands.ts'
import { findCredentials, getCredentials } from '#users/credentials.queries.ts'
import { removeWithin } from '#users/offboarding/offboarding.commands.ts'
import { insertUser } from '#users/user.queries.ts'
import {
  findIdentity,
  type IdentityKey,
  insertIdentity,
  lockIdentity,
  updateIdentity,
} from './identity.queries.ts'
import { getProvider, type StoredProvider, shareProvider } from './provider.queries.ts'
import { hasRequiredGroup, mappedGroupIds } from './provider-groups.ts'

/** What a provider or a directory says about someone who has proven who they are there. */
export interface VerifiedPerson {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  name: string
  surname: string
  groups: string[]
}

/** Whether the invitation came by email, so that the person reads the address. */
interface Invited {
  isAddressProven: boolean
}

interface Arrival {
  language: Language
  /** An invitation to this address, which has been checked. */
  invitation?: Invited | undefined
  /** A signed-in user who links the account. */
  linkTo?: number | null
}

/** The user, or the existing account with the same address, whose owner has to prove that it is theirs first. */
export type Provisioned = { userId: number } | { conflictWith: number }

/** The only place that creates users for providers, after they have proven who they are. */
export async function provisionUser(
  deps: Deps,
  provider: StoredProvider,
  person: VerifiedPerson,
  arrival: Arrival,
): Promise<Provisioned> {
  const outcome = await inTransaction(deps, (tx, emit) =>
    provision(deps, tx, emit, provider, person, arrival),
  )
  if ('refusal' in outcome) throw outcome.refusal
  return outcome
}

/** What would become of someone, found out in a transaction that is rolled back. */
export type Preview =
  | { outcome: 'known' | 'linked' | 'asked'; userId: number }
  | { outcome: 'created' }
  | { outcome: 'refused'; refusal: DomainError }

export async function previewUser(
  deps: Deps,
  { slug }: StoredProvider,
  person: VerifiedPerson,
  language: Language,
): Promise<Preview> {
  const undone = new Error('rolled back')
  let preview: Preview | undefined
  try {
    await inTransaction(deps, async (tx, emit) => {
      const provider = await getProvider(tx, slug)
      const known = await findIdentity(tx, { provider: slug, ...person })
      const existing = person.email === null ? undefined : await findCredentials(tx, person.email)
      const outcome = await provision(deps, tx, emit, provider, person, { language })
      if ('refusal' in outcome) throw outcome.refusal
      if ('conflictWith' in outcome) preview = { outcome: 'asked', userId: outcome.conflictWith }
      else if (known) preview = { outcome: 'known', userId: known.userId }
      else preview = existing ? { outcome: 'linked', userId: existing.id } : { outcome: 'created' }
      throw undone
    })
  } catch (error) {
    if (preview && error === undone) return preview
    if (error instanceof DomainError) return { outcome: 'refused', refusal: error }
    throw error
  }
  throw new Error('a preview was committed')
}

async function provision(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  { slug }: StoredProvider,
  person: VerifiedPerson,
  { language, invitation, linkTo = null }: Arrival,
): Promise<Provisioned | { refusal: DomainError }> {
  const provider = await shareProvider(tx, slug)
  const key = { provider: provider.slug, issuer: person.issuer, subject: person.subject }
  await lockIdentity(tx, key)
  const known = await findIdentity(tx, key)
  const now = deps.now().toISOString()
  if (!hasRequiredGroup(provider, person.groups)) {
    if (known) await archiveDeparted(deps, tx, emit, known.userId)
    return { refusal: new Forbidden('upstream_group_missing', { name: provider.name }) }
  }
  refuseDomain(provider, person)
  if (known) {
    if (linkTo !== null && linkTo !== known.userId) throw new Conflict('identity_linked_elsewhere')
    const { archivedAt } = await getCredentials(tx, known.userId)
    if (archivedAt) throw new Forbidden('upstream_account_archived')
    await updateIdentity(tx, known.id, person, now)
  } else if (linkTo !== null) await linkIdentity(deps, tx, linkTo, { ...key, ...person })
  const userId = known?.userId ?? linkTo
  const outcome =
    userId === null
      ? await provisionUnknown(deps, tx, emit, provider, { ...key, ...person }, { language, invitation })
      : { userId }
  if ('userId' in outcome) {
    const groupIds = mappedGroupIds(provider, person.groups)
    await setGroupsOfSource(deps, tx, emit, { userId: outcome.userId, source: provider.slug, groupIds })
  }
  return outcome
}

type Seen = IdentityKey & VerifiedPerson

/** An address alone takes over nothing: the provider must be trusted for it, and both sides must have confirmed it. */
async function provisionUnknown(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  provider: StoredProvider,
  person: Seen,
  { language, invitation }: Omit<Arrival, 'linkTo'>,
): Promise<Provisioned> {
  if (!person.email) throw new Forbidden('upstream_email_missing', { name: provider.name })
  const isProven = provider.trustsEmail && person.isEmailVerified
  const existing = await findCredentials(tx, person.email)
  if (existing?.archivedAt) throw new Forbidden('upstream_account_archived')
  if (existing && !(isProven && existing.emailVerifiedAt)) return { conflictWith: existing.id }
  if (existing) {
    await linkIdentity(deps, tx, existing.id, person)
    return { userId: existing.id }
  }
  const isCreated = provider.createUsers === 'always' || (provider.createUsers === 'invited' && invitation)
  if (!isCreated) throw new Forbidden('upstream_account_missing', { name: provider.name })
  const isEmailProven = isProven || invitation?.isAddressProven === true
  return { userId: await createUser(deps, tx, emit, person, { isEmailProven, language }) }
}

/** Someone who comes from a provider brings neither a password nor a phone number, and is asked for no consent. */
async function createUser(
  deps: Deps,
  tx: Database,
  emit: Emit<Event>,
  person: Seen,
  { isEmailProven, language }: { isEmailProven: boolean; language: Language },
) {
  const at = deps.now().toISOString()
  const id = await insertUser(tx, {
    email: person.email ?? '',
    phone: null,
    name: oneLine(person.name) || oneLine(person.email ?? ''),
    surname: oneLine(person.surname),
    consentAt: null,
    emailVerifiedAt: isEmailProven ? at : null,
  })
  await insertIdentity(tx, id, person, at)
  await assignRole(tx, id, 'user')
  const { provider } = person
  await insertAuditEntry(tx, {
    at,
    action: 'user.registered',
    actorId: id,
    subjectType: 'user',
    subjectId: id,
    details: { provider },
  })
  await emit({ type: 'UserRegistered', userId: id, isEmailProven, language })
  return id
}

/** Records an account elsewhere as a way to sign in. The caller has proven that both accounts are theirs. */
export async function linkIdentity(deps: Deps, tx: Database, userId: number, person: Seen) {
  const at = deps.now().toISOString()
  await lockUser(tx, userId)
  await insertIdentity(tx, userId, person, at)
  await insertAuditEntry(tx, {
    at,
    action: 'user.identity_linked',
    actorId: userId,
    subjectType: 'user',
    subjectId: userId,
    details: { provider: person.provider },
  })
}

/**
 * Someone who is gone from the provider, or from its required group, is archived and signed out everywhere. Owners are
 * only refused: a mistake in the settings of a provider must not lock everyone out.
 */
export async function archiveDeparted(deps: Deps, tx: Database, emit: Emit<Event>, userId: number) {
  const { archivedAt } = await getCredentials(tx, userId)
  if (archivedAt || (await isOwner(tx, userId))) return false
  await removeWithin(deps, tx, emit, { actor: consoleActor, id: userId })
  return true
}

function refuseDomain(provider: StoredProvider, { email, isEmailVerified }: VerifiedPerson) {
  const { allowedDomains, name } = provider
  if (allowedDomains.length === 0) return
  const domain = email?.split('@').at(-1)?.toLowerCase()
  const isAllowed = isEmailVerified && allowedDomains.some(each => each.toLowerCase() === domain)
  if (!isAllowed) throw new Forbidden('upstream_domain_refused', { name })
}

function oneLine(text: string) {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 100)
}
