import { insertAuditEntry } from '@atrium/audit/audit-entry'
import { inTransaction } from '@atrium/database/transaction'
import { assignRole } from '#access-control/user-role.queries.ts'
import type { Deps } from '#deps.ts'
import { Conflict } from '#errors.ts'
import { LOCAL } from '#groups/group.contract.ts'
import { insertMemberships } from '#groups/group-member.queries.ts'
import { createClient } from '#oauth/clients/client.commands.ts'
import { lockClient } from '#oauth/clients/client.queries.ts'
import { storeTwoFactor } from '#sign-in/two-factor/two-factor.commands.ts'
import { randomToken } from '#tokens/secrets.ts'
import { findCredentials, setPasswordHash } from '#users/credentials.queries.ts'
import { insertUser, updateUser } from '#users/user.queries.ts'
import type { ClientRecord, UserRecord } from './formats/format.ts'
import { type ImportedUser, toImportedUser } from './formats/imported-user.ts'
import { ensureGroup, ensureRole, findRoles } from './imported-names.queries.ts'

/** The outcome of one record; `notes` say what was left out. */
export interface Imported {
  isNew: boolean
  notes: string[]
}

/**
 * Creates a user with everything that belongs to them, or leaves the user with this address as they are. Nobody gets an
 * email. A dry run checks the same and writes nothing.
 */
export async function importUser(deps: Deps, record: UserRecord, isDryRun: boolean): Promise<Imported> {
  const user = toImportedUser(record.fields)
  if (await findCredentials(deps.db, user.email)) return { isNew: false, notes: [] }
  if (user.phone && (await findCredentials(deps.db, user.phone))) throw new Conflict('user_phone_taken')
  const { roles, notes } = await chooseRoles(deps, user, record)
  if (!isDryRun) await writeUser(deps, user, roles)
  return { isNew: true, notes: [...(record.notes ?? []), ...notes] }
}

async function writeUser(deps: Deps, user: ImportedUser, roles: string[]) {
  const { passwordHash, otpSecret, archivedAt, email, phone, surname, name, patronymic } = user
  const now = deps.now().toISOString()
  const person = { email, phone, surname, name, patronymic, emailVerifiedAt: user.emailVerifiedAt }
  await inTransaction(deps, async (tx, emit) => {
    const id = await insertUser(tx, { ...person, consentAt: null, consentSource: 'import' })
    if (archivedAt) await updateUser(tx, id, { archivedAt }, now)
    if (passwordHash) await setPasswordHash(tx, id, passwordHash, now)
    if (otpSecret) await storeTwoFactor(deps, tx, id, otpSecret)
    for (const role of roles) {
      await ensureRole(tx, role, now)
      await assignRole(tx, id, role)
    }
    for (const group of user.groups) {
      const groupId = await ensureGroup(tx, group, now)
      await insertMemberships(tx, { groupId, source: LOCAL, addedBy: null, addedAt: now }, [id])
      await emit({ type: 'RightsChanged', userId: id, groupId })
    }
    const subject = { subjectType: 'user' as const, subjectId: id }
    await insertAuditEntry(tx, { at: now, action: 'user.imported', actorId: null, ...subject })
  })
}

/**
 * A role that Atrium doesn't have is created without permissions: applications see it. A system role that has the same
 * name in another program by chance is not assigned.
 */
async function chooseRoles({ db }: Deps, { roles }: ImportedUser, { hasForeignRoles }: UserRecord) {
  const found = await findRoles(db, roles)
  const reserved = hasForeignRoles ? found.filter(({ isSystem }) => isSystem).map(({ name }) => name) : []
  return {
    roles: [...new Set(['user', ...roles.filter(role => !reserved.includes(role))])],
    notes: reserved.map(role => `The role ${role} was not assigned: it has rights in Atrium`),
  }
}

/** Creates an application with the ID and the secret that it already uses. */
export async function importClient(deps: Deps, record: ClientRecord, isDryRun: boolean): Promise<Imported> {
  const { clientId, client, isTrusted, secret, notes = [] } = record
  if (await lockClient(deps.db, clientId)) return { isNew: false, notes: [] }
  const credentials = { clientId, clientSecret: secret ?? randomToken() }
  if (!isDryRun) await createClient(deps, client, { isTrusted, credentials })
  return { isNew: true, notes }
}
