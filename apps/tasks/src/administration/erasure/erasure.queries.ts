import { languageCodes } from '@atrium/core/languages'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { texts } from '#texts.ts'

/** Tables whose rows belong to one user and are neither work nor needed by others. */
export const personalTables = [
  'user_settings',
  'user_roles',
  'notifications',
  'stream_tokens',
  'starred_boards',
  'planned_tasks',
  'calendar_feeds',
  'proposals',
  'agents',
  'push_subscriptions',
  'import_jobs',
  'task_watchers',
  'idempotent_requests',
  'bulk_changes',
]

export interface ErasedUser {
  id: number
  email: string
  fullName: string
}

/** Locked; undefined if the user never signed in here or has been erased already. */
export async function lockUserToErase(tx: Database, passportId: number): Promise<ErasedUser | undefined> {
  return tx
    .selectFrom('users')
    .where('passportId', '=', passportId)
    .where('erasedAt', 'is', null)
    .select(['id', 'email', sql<string>`concat_ws(' ', name, surname)`.as('fullName')])
    .forUpdate()
    .executeTakeFirst()
}

/** The passport id stays: a synchronization must not create the user again. */
export async function overwriteUser(tx: Database, id: number, passportId: number, now: string) {
  await tx
    .updateTable('users')
    .set({
      email: erasedAddress(passportId),
      isEmailVerified: false,
      surname: '',
      name: 'Former user',
      patronymic: null,
      post: null,
      avatarUrl: null,
      isOwner: false,
      lastSignInAt: null,
      archivedAt: sql`coalesce(archived_at, ${now})`,
      erasedAt: now,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute()
}

export async function deletePersonalRows(tx: Database, userId: number) {
  for (const table of personalTables)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
  for (const table of ['saved_views', 'templates'])
    await sql`delete from ${sql.table(table)} where owner_id = ${userId} and not is_shared`.execute(tx)
  await sql`update project_members set invited_email = null where user_id = ${userId}`.execute(tx)
  await sql`delete from group_members using users
    where users.id = ${userId} and group_members.passport_id = users.passport_id`.execute(tx)
}

/** Nobody else can work in it; its tasks stay for administrators. */
export async function archivePersonalProjects(tx: Database, userId: number, now: string) {
  await sql`update projects set archived_at = ${now}, updated_at = ${now}
    where owner_id = ${userId} and type = 'personal' and archived_at is null`.execute(tx)
}

/** Invitations to the address and their emails, and the address where the activity mentions them. */
export async function deleteInvitationsTo(tx: Database, email: string, passportId: number) {
  await sql`delete from invitations where lower(email) = lower(${email})`.execute(tx)
  for (const side of ['before', 'after'])
    await sql`update activity set ${sql.ref(side)} = jsonb_set(${sql.ref(side)}, '{email}', to_jsonb(${erasedAddress(passportId)}::text))
      where type like 'invitation.%' and lower(${sql.ref(side)} ->> 'email') = lower(${email})`.execute(tx)
}

function erasedAddress(passportId: number) {
  return `${passportId}@erased.invalid`
}

/** Custom fields record whom they named at the time. */
export async function forgetInActivity(tx: Database, { fullName }: ErasedUser) {
  for (const side of ['before', 'after']) {
    const text = sql`${sql.ref(side)}::text`
    await sql`update activity
      set ${sql.ref(side)} = replace(${text}, to_json(${fullName}::text)::text, '"Former user"')::jsonb
      where ${sql.ref(side)} ? 'fields' and position(to_json(${fullName}::text)::text in ${text}) > 0`.execute(
      tx,
    )
  }
}

/** Deliveries of webhooks name who made a change; those that still wait are sent without the name. */
export async function forgetInDeliveries(tx: Database, { id, fullName }: ErasedUser) {
  await sql`update webhook_deliveries set document = jsonb_set(document, '{actor,name}', '"Former user"')
    where document #>> '{actor,id}' = ${String(id)}`.execute(tx)
  const name = sql`to_json(${fullName}::text)::text`
  await sql`update webhook_deliveries
    set document = jsonb_set(document, '{changes}', replace((document -> 'changes')::text, ${name}, '"Former user"')::jsonb)
    where document -> 'changes' ? 'fields' and position(${name} in (document -> 'changes')::text) > 0`.execute(
    tx,
  )
}

/** Notifications of others are stored as text, in the language of their reader. */
export async function forgetInNotifications(tx: Database, { id, fullName }: ErasedUser) {
  await sql`
    with named as (
      select notifications.id, coalesce(names.name, ${texts('en').administration.formerUser}) as name
      from notifications left join user_settings as settings on settings.user_id = notifications.user_id
        left join jsonb_each_text(${JSON.stringify(formerUserNames())}::jsonb) as names (language, name)
          on names.language = settings.language
      where notifications.actor_id = ${id}
        or context -> 'actors' @> jsonb_build_array(jsonb_build_object('id', ${id}::bigint))
        or (context ->> 'commentId')::bigint in (select comments.id from comments where mentions @> array[${id}::bigint])
    )
    update notifications set subject = replace(subject, ${fullName}, named.name),
      body = replace(body, ${fullName}, named.name),
      context = replace(context::text, to_json(${fullName}::text)::text, to_json(named.name)::text)::jsonb
    from named where named.id = notifications.id`.execute(tx)
}

/** Audit entries know the user by the id of the identity service. */
export async function forgetInAudit(tx: Database, passportId: number) {
  await sql`update audit_entries set address = null
    where address is not null and actor_id = ${passportId}`.execute(tx)
}

/** Projects on hold that the user takes or took part in. */
export async function listHeldProjectIds(db: Database, userId: number) {
  const { rows } = await sql<{
    id: number
  }>`select id from projects where held_at is not null and (owner_id = ${userId}
    or exists (select from project_members where project_id = projects.id and user_id = ${userId})
    or exists (select from activity where project_id = projects.id and actor_id = ${userId}))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns what erased users are called, by language. */
function formerUserNames() {
  return Object.fromEntries(languageCodes.map(code => [code, texts(code).administration.formerUser]))
}
