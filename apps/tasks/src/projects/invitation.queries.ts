import type { Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { type Insertable, sql } from 'kysely'
import type { Database, Invitations } from '#database.ts'
import { NotFound } from '#errors.ts'
import type {
  Invitation,
  InvitationFilters,
  InvitationsToRevoke,
  OwnInvitation,
} from './invitation.contract.ts'
import type { MemberRole } from './rights.contract.ts'
import { permissionsWith, rolesWith } from './rights.ts'

/** Newest first. */
export function listInvitations(
  db: Database,
  projectId: number,
  { status }: InvitationFilters,
  now: string,
  page: Page,
) {
  const invitations = selectInvitations(db, now)
    .where('projectId', '=', projectId)
    .$if(status !== undefined, query => query.where(statusAt(now), '=', String(status)))
    .orderBy('id', 'desc')
  return listPage(invitations, page)
}

/** Pending invitations of a user, newest first; none without a confirmed address. */
export function listOwnInvitations(
  db: Database,
  userId: number,
  confirmedEmail: string | undefined,
  now: string,
  page: Page,
) {
  const inviter = sql<OwnInvitation['inviter']>`case when inviter.id is not null then json_build_object(
    'id', inviter.id, 'surname', inviter.surname, 'name', inviter.name, 'avatarUrl', inviter.avatar_url) end`
  const invitations = selectInvitations(db, now)
    .innerJoin('users as invited', join =>
      join.on(sql<boolean>`lower(invited.email) = lower(invitations.email)`).on('invited.id', '=', userId),
    )
    .innerJoin('projects', 'projects.id', 'invitations.projectId')
    .leftJoin('users as inviter', 'inviter.id', 'invitations.invitedBy')
    .where(sql<boolean>`lower(invitations.email) = lower(${confirmedEmail ?? null})`)
    .where(statusAt(now), '=', 'pending')
    .where('projects.archivedAt', 'is', null)
    .select([
      sql<OwnInvitation['project']>`json_build_object('id', projects.id, 'name', projects.name)`.as(
        'project',
      ),
      inviter.as('inviter'),
    ])
    .orderBy('invitations.id', 'desc')
  return listPage(invitations, page)
}

export type NamedInvitation = { tokenDigest: string } | { id: number }

export async function getInvitation(db: Database, named: NamedInvitation, now: string): Promise<Invitation> {
  const invitation = await selectNamed(db, named, now).executeTakeFirst()
  if (!invitation) throw new NotFound('invitation_not_found')
  return invitation
}

/** With what its email and its page say. */
export function findInvitationDetails(db: Database, named: NamedInvitation, now: string) {
  return selectNamed(db, named, now)
    .innerJoin('projects', 'projects.id', 'invitations.projectId')
    .leftJoin('users', 'users.id', 'invitations.invitedBy')
    .select([
      'projects.name as projectName',
      'projects.archivedAt',
      sql<string>`concat_ws(' ', users.name, users.surname)`.as('inviter'),
    ])
    .executeTakeFirst()
}

function selectNamed(db: Database, named: NamedInvitation, now: string) {
  const invitations = selectInvitations(db, now)
  return 'id' in named
    ? invitations.where('invitations.id', '=', named.id)
    : invitations.where('tokenDigest', '=', named.tokenDigest)
}

/** How many invitations a user has sent since, and how many of them to this address. */
export async function countInvitationsBy(db: Database, userId: number, email: string, since: string) {
  return db
    .selectFrom('invitations')
    .where('invitedBy', '=', userId)
    .where('createdAt', '>', since)
    .select(({ fn }) => [
      fn.countAll<number>().as('invited'),
      sql<number>`count(*) filter (where lower(email) = lower(${email}))`.as('toAddress'),
    ])
    .executeTakeFirstOrThrow()
}

/** Taken before the row is written, because the token is derived from it. */
export async function takeInvitationId(tx: Database) {
  const { rows } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('invitations', 'id')) as id`.execute(tx)
  return (rows[0] as { id: number }).id
}

export async function insertInvitation(tx: Database, invitation: Insertable<Invitations>) {
  await tx.insertInto('invitations').values(invitation).execute()
}

export async function markAccepted(tx: Database, id: number) {
  await tx.updateTable('invitations').set({ status: 'accepted' }).where('id', '=', id).execute()
}

/** `unbackedOf`: those of a user who could no longer send them. */
export type RevokedInvitations = InvitationsToRevoke & { unbackedOf?: number }

/** The pending ones of the project, or just the named ones; returns them. */
export function markRevoked(tx: Database, projectId: number, { id, email, unbackedOf }: RevokedInvitations) {
  return tx
    .updateTable('invitations')
    .set({ status: 'revoked' })
    .where('projectId', '=', projectId)
    .where('status', '=', 'pending')
    .$if(id !== undefined, query => query.where('id', '=', id as number))
    .$if(email !== undefined, query => query.where(sql`lower(email)`, '=', sql`lower(${email})`))
    .$if(unbackedOf !== undefined, query =>
      query.where('invitedBy', '=', unbackedOf as number).where(sql<boolean>`not ${isBacked}`),
    )
    .returning(['id', 'email', 'role'])
    .$narrowType<{ role: MemberRole }>()
    .execute()
}

function selectInvitations(db: Database, now: string) {
  return db
    .selectFrom('invitations')
    .select([
      'invitations.id',
      'invitations.projectId',
      'invitations.email',
      'invitations.role',
      'invitations.isGuest',
      'invitations.invitedBy',
      'invitations.expiresAt',
      'invitations.createdAt',
      statusAt(now).as('status'),
    ])
    .$castTo<Invitation>()
}

/** Its sender could still send it. */
const isBacked = sql<boolean>`exists (
  select from users as backer where backer.id = invitations.invited_by and backer.archived_at is null and (
    exists (select from project_members as backing where backing.project_id = invitations.project_id
      and backing.user_id = backer.id and backing.role = any(${rolesWith('invitation.write')}::text[]))
    or exists (select from user_roles join role_permissions on role_permissions.role_id = user_roles.role_id
      join permissions on permissions.id = role_permissions.permission_id
      where user_roles.user_id = backer.id
        and permissions.name = any(${permissionsWith('invitation.write')}::text[]))))`

/** An invitation expires, or is revoked when its sender loses the right, without being written to. */
function statusAt(now: string) {
  return sql<string>`case when invitations.status <> 'pending' then invitations.status
    when invitations.expires_at <= ${now} then 'expired' when ${isBacked} then 'pending' else 'revoked' end`
}
