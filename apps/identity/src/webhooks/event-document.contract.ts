import { Id, Instant, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'

/** The public events, each with the actions of the audit log that it stands for. */
export const eventActions = {
  'user.created': ['user.created', 'user.registered', 'user.provisioned', 'user.imported'],
  'user.updated': ['user.updated'],
  'user.archived': ['user.archived', 'user.deprovisioned', 'user.offboarded'],
  'user.restored': ['user.restored'],
  'user.erased': ['user.erased'],
  'user.password_changed': ['user.password_set', 'user.password_reset', 'user.credentials_changed'],
  'user.two_factor_on': ['user.two_factor_on'],
  'user.two_factor_off': ['user.two_factor_off'],
  'user.passkey_added': ['user.passkey_added'],
  'user.passkey_removed': ['user.passkey_removed'],
  'user.unlocked': ['user.unlocked'],
  'session.started': ['sign-in.succeeded'],
  'session.ended': [
    'session.ended',
    'session.all_ended',
    'session.signed_out',
    'session.signed_out_everywhere',
  ],
  'session.misused': ['session.refresh_reused', 'session.code_replayed'],
  'sign_in.failed': ['sign-in.failed'],
  'role.changed': [
    'role.created',
    'role.updated',
    'role.deleted',
    'role.assigned',
    'role.removed',
    'permission.granted',
    'permission.revoked',
    'group.role_assigned',
    'group.role_removed',
  ],
  'group.created': ['group.created'],
  'group.updated': ['group.updated'],
  'group.deleted': ['group.deleted'],
  'group.member_added': ['group.member_added'],
  'group.member_removed': ['group.member_removed'],
  'client.created': ['client.created'],
  'client.updated': ['client.updated', 'client.secret_rotated', 'client.disabled', 'client.enabled'],
} as const satisfies Record<string, readonly string[]>

export type PublicEventType = keyof typeof eventActions

export const publicEventTypes = Object.keys(eventActions) as PublicEventType[]

const Text = Type.String()
const Named = Type.Object({ type: Text, id: Id, name: Nullable(Text) })

/** An event of the identity service as other programs get it. It has no email addresses and no secrets. */
export const EventDocument = Type.Object({
  id: Id,
  type: OneOf(...publicEventTypes),
  at: Instant,
  action: Type.String({ description: 'The action in the audit log, which can say more than the type' }),
  actor: Nullable(
    Type.Object(
      { id: Nullable(Id), name: Nullable(Text), application: Nullable(Text) },
      { description: 'Who did it: a user, or a client on its own behalf. Null for the system' },
    ),
  ),
  subject: Type.Unsafe<Static<typeof Named> | null>({
    ...Nullable(Named),
    description: 'The user, role, group or client that the event is about',
  }),
  role: Nullable(Type.Object({ id: Id, name: Nullable(Text) })),
  address: Nullable(Type.String({ description: 'The network address of the request' })),
})
export type EventDocument = Static<typeof EventDocument>
