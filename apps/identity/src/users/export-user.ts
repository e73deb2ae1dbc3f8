import type { Page } from '@atrium/core/paging'
import type { Actor } from '#access-control/actor.ts'
import { listUserRoles } from '#access-control/user-role.queries.ts'
import { listRecordsAbout } from '#audit/audit.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { listGroupsOf } from '#groups/group.queries.ts'
import { listFiles } from '#storage/file.queries.ts'
import { listUserSessions } from '#tokens/user-session.queries.ts'
import { listConsents, listIdentities, listPasskeys, listPersonalTokens } from './credentials.queries.ts'
import { getUser } from './user.queries.ts'
import { listContacts } from './user-contact.queries.ts'
import { listEducations } from './user-education.queries.ts'
import type { UserExport } from './user-export.contract.ts'
import {
  listDirectoryRecords,
  listOffboardings,
  listOwnWebhooks,
  listSignInRequests,
} from './user-export.queries.ts'

const MAX_LIST_LENGTH = 10_000
const all: Page = { page: 1, limit: MAX_LIST_LENGTH, offset: 0 }

type Part = Exclude<keyof UserExport, 'exportedAt' | 'profile' | 'leftOut'>

/** Each part requires what its own route requires, so that an export reveals nothing more. */
const parts: Record<Part, { scope: string; anyScope?: string; self: string | null; any: string }> = {
  roles: { scope: 'user:read', self: null, any: 'user_roles.read' },
  groups: { scope: 'user:read', self: null, any: 'user_roles.read' },
  contacts: { scope: 'user-contacts:read', self: 'user_contacts.read.self', any: 'user_contacts.read.any' },
  educations: {
    scope: 'user-educations:read',
    self: 'user_educations.read.self',
    any: 'user_educations.read.any',
  },
  files: { scope: 'user:read', self: 'storage.read.self', any: 'storage.read.any' },
  sessions: { scope: 'user:read', self: 'sessions.read.self', any: 'sessions.read.any' },
  passkeys: { scope: 'user:read', self: 'sessions.read.self', any: 'sessions.read.any' },
  identities: { scope: 'user:read', self: 'sessions.read.self', any: 'sessions.read.any' },
  directoryRecords: { scope: 'user:read', self: 'sessions.read.self', any: 'sessions.read.any' },
  signInRequests: { scope: 'user:read', self: 'sessions.read.self', any: 'sessions.read.any' },
  offboardings: { scope: 'user:read', anyScope: 'user:manage', self: null, any: 'users.manage.any' },
  webhooks: { scope: 'user:read', anyScope: 'system:manage', self: null, any: 'webhooks.manage' },
  personalTokens: { scope: 'user:read', self: 'sessions.read.self', any: 'sessions.read.any' },
  consents: { scope: 'user:read', self: 'sessions.read.self', any: 'sessions.read.any' },
  auditEntries: { scope: 'user:read', anyScope: 'system:manage', self: null, any: 'rbac.permissions.manage' },
}

/** Everything stored about a user, without secrets. */
export async function exportUser(deps: Deps, actor: Actor, id: number): Promise<UserExport> {
  const { db, now } = deps
  const profile = await getUser(db, id)
  const names = Object.keys(parts) as Part[]
  const readable = names.filter(name => canRead(actor, id, name))
  const read = readers(deps, actor, id)
  const entries = await Promise.all(readable.map(async name => [name, await read[name](db)]))
  return {
    exportedAt: now().toISOString(),
    profile,
    ...Object.fromEntries(entries),
    leftOut: names.filter(name => !readable.includes(name)),
  }
}

function canRead(actor: Actor, id: number, part: Part) {
  const { scope, anyScope = scope, self, any } = parts[part]
  const { scopes, permissions } = actor
  if (actor.id !== id) return scopes.includes(anyScope) && permissions.has(any)
  return scopes.includes(scope) && (self === null || permissions.has(self) || permissions.has(any))
}

function readers(
  { now, settings }: Deps,
  actor: Actor,
  id: number,
): Record<Part, (db: Database) => Promise<unknown>> {
  const filters = { ...all, userId: id, orderBy: 'id' as const }
  const listed = { now: now(), firstPartyId: settings.OAUTH2_CLIENT_ID, currentId: actor.familyId }
  return {
    roles: async db => (await listUserRoles(db, { ...filters, limit: 1000 })).items,
    groups: db => listGroupsOf(db, id),
    contacts: async db => (await listContacts(db, filters, all)).items,
    educations: async db => (await listEducations(db, filters, all)).items,
    files: async db => (await listFiles(db, filters, all)).items,
    sessions: db => listUserSessions(db, id, listed, all),
    passkeys: db => listPasskeys(db, id),
    identities: db => listIdentities(db, id),
    directoryRecords: db => listDirectoryRecords(db, id),
    signInRequests: db => listSignInRequests(db, id),
    offboardings: db => listOffboardings(db, id),
    webhooks: db => listOwnWebhooks(db, id),
    personalTokens: db => listPersonalTokens(db, id),
    consents: db => listConsents(db, id),
    auditEntries: db => listRecordsAbout(db, id, MAX_LIST_LENGTH),
  }
}
