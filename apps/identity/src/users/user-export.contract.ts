import { UserRole } from '@atrium/access-control/user-role.contract'
import { AuditRecord } from '@atrium/audit/audit-record.contract'
import { endpoint } from '@atrium/core/contract'
import { Id, Instant, Item, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, selfOrAny } from '#access.contract.ts'
import { StoredFile } from '#storage/file.contract.ts'
import { UserSession } from '#tokens/user-session.contract.ts'
import { User } from './user.contract.ts'
import { Contact } from './user-contact.contract.ts'
import { Education } from './user-education.contract.ts'

const ExportedPasskey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
  isBackedUp: Type.Boolean(),
})

const ExportedPersonalToken = Type.Object({
  id: Id,
  name: Type.String(),
  scope: Type.String(),
  projectIds: Nullable(Type.Array(Id)),
  createdAt: Instant,
  expiresAt: Nullable(Instant),
  lastUsedAt: Nullable(Instant),
})

const ExportedIdentity = Type.Object({
  id: Id,
  provider: Type.String(),
  issuer: Type.String(),
  subject: Type.String(),
  /** What the provider or the directory said last. */
  email: Nullable(Type.String()),
  groups: Type.Array(Type.String()),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
})

const ExportedGroup = Type.Object({
  id: Id,
  name: Type.String(),
  source: Type.String(),
  addedAt: Instant,
})

/** What a directory stores over SCIM. */
const ExportedDirectoryRecord = Type.Object({
  externalId: Nullable(Type.String()),
  displayName: Nullable(Type.String()),
  deletedAt: Nullable(Instant),
})

/** Attempts to sign in that a device or an email code waits for; both are deleted soon. */
const ExportedSignInRequest = Type.Object({
  kind: OneOf('device', 'email_code'),
  client: Nullable(Type.String()),
  email: Nullable(Type.String()),
  address: Nullable(Type.String()),
  userAgent: Nullable(Type.String()),
  createdAt: Instant,
  expiresAt: Instant,
})

const ExportedOffboarding = Type.Object({
  successorId: Nullable(Id),
  requestedAt: Instant,
  handedOverAt: Nullable(Instant),
})

const ExportedWebhook = Type.Object({ id: Id, url: Type.String(), createdAt: Instant })

const ExportedConsent = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  scope: Type.String(),
  grantedAt: Instant,
  lastUsedAt: Instant,
})

/** What the token or the permissions of the caller do not cover is left out and named in `leftOut`. */
export const UserExport = Type.Object({
  exportedAt: Instant,
  profile: User,
  roles: Type.Optional(Type.Array(UserRole)),
  groups: Type.Optional(Type.Array(ExportedGroup)),
  contacts: Type.Optional(Type.Array(Contact)),
  educations: Type.Optional(Type.Array(Education)),
  files: Type.Optional(Type.Array(StoredFile)),
  sessions: Type.Optional(Type.Array(UserSession)),
  passkeys: Type.Optional(Type.Array(ExportedPasskey)),
  identities: Type.Optional(Type.Array(ExportedIdentity)),
  directoryRecords: Type.Optional(Type.Array(ExportedDirectoryRecord)),
  signInRequests: Type.Optional(Type.Array(ExportedSignInRequest)),
  offboardings: Type.Optional(Type.Array(ExportedOffboarding)),
  webhooks: Type.Optional(Type.Array(ExportedWebhook)),
  personalTokens: Type.Optional(Type.Array(ExportedPersonalToken)),
  consents: Type.Optional(Type.Array(ExportedConsent)),
  auditEntries: Type.Optional(Type.Array(AuditRecord)),
  leftOut: Type.Array(Type.String()),
})
export type UserExport = Static<typeof UserExport>

export const exportUser = endpoint('exportUser', 'GET /users/:id/export', {
  tag: 'Users',
  summary: 'Export the data of a user',
  description:
    'Everything stored about the user as a JSON download, without secrets. Parts that your token does not cover are left out and named in `leftOut`.',
  access: needs('user:read', selfOrAny('users.read')),
  reply: Item(UserExport),
  errors: ['user_not_found'],
})
