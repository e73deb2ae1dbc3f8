import { listPage } from '@atrium/database/list-page'
import { EntityNotFound } from '@atrium/http/errors'
import type { Page } from '@atrium/http/pagination'
import { type Insertable, sql } from 'kysely'
import type { Invitations } from '#database.ts'
import type { Database } from '#deps.ts'
import type { Invitation, InvitationFilters, InvitationsToRevoke } from './invitation.schema.ts'

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

export async function getInvitation(db: Database, tokenDigest: string, now: string): Promise<Invitation> {
  const invitation = await selectInvitations(db, now)
    .where('tokenDigest', '=', tokenDigest)
    .executeTakeFirst()
  if (!invitation) throw new EntityNotFound('Invitation')
  return invitation
}

/** With what its letter tells beside it. */
export function findInvitationToMail(db: Database, id: number, now: string) {
  return selectInvitations(db, now)
    .innerJoin('projects', 'projects.id', 'invitations.projectId')
    .leftJoin('users', 'users.id', 'invitations.invitedBy')
    .where('invitations.id', '=', id)
    .select([
      'projects.name as projectName',
      sql<string>`concat_ws(' ', users.name, users.surname)`.as('inviter'),
    ])
    .executeTakeFirst()
}

/** How many letters somebody has had sent since, and how many of them to this address. */
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

/** Taken before the row is written, because the token is made of it. */
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

/** Those of the project that are pending, or just the named one; answers which. */
export function markRevoked(tx: Database, projectId: number, { id, email }: InvitationsToRevoke) {
  return tx
    .updateTable('invitations')
    .set({ status: 'revoked' })
    .where('projectId', '=', projectId)
    .where('status', '=', 'pending')
    .$if(id !== undefined, query => query.where('id', '=', id as number))
    .$if(email !== undefined, query => query.where(sql`lower(email)`, '=', sql`lower(${email})`))
    .returning(['id', 'email', 'role'])
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
      'invitations.invitedBy',
      'invitations.expiresAt',
      'invitations.createdAt',
      statusAt(now).as('status'),
    ])
    .$castTo<Invitation>()
}

/** Nothing happens to an invitation when its time is over: it is expired from then on. */
function statusAt(now: string) {
  return sql<string>`case when invitations.status = 'pending' and invitations.expires_at <= ${now} then 'expired'
    else invitations.status end`
}
