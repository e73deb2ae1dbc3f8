import { listReply, type Page } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Proposal } from './proposal.contract.ts'
import { customFieldsOf, namesOf } from './proposal-names.ts'

/** Tasks are named as they are now, if the user still sees them. */
export async function listProposals(
  db: Database,
  userId: number,
  { status = 'waiting', agentId }: { status?: Proposal['status'] | undefined; agentId?: number | undefined },
  page: Page,
) {
  const agent = agentId === undefined ? sql`true` : sql`proposals.agent_id = ${agentId}`
  const { rows } = await sql<Omit<Proposal, 'names' | 'fields'> & { total: number }>`
    select proposals.id, json_build_object('id', agents.id, 'application', agents.name) as agent, tool, input,
      proposals.status, proposals.created_at, decided_at, count(*) over () as total,
      coalesce((
        select json_agg(json_build_object('id', tasks.id, 'number', tasks.number, 'title', tasks.title,
          'projectId', tasks.project_id, 'isChanged', tasks.version <> version.value::integer) order by tasks.id)
        from jsonb_each_text(versions) as version join tasks on tasks.id = version.key::bigint
        where exists (select from project_members where project_members.project_id = tasks.project_id
          and project_members.user_id = proposals.user_id)
      ), '[]') as tasks
    from proposals join agents on agents.id = proposals.agent_id
    where proposals.user_id = ${userId} and proposals.status = ${status} and ${agent}
    order by proposals.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const inputs = rows.map(({ input }) => input)
  const names = await namesOf(db, userId, inputs)
  const fields = await customFieldsOf(db, userId, inputs)
  const items = rows.map(({ total: _, ...proposal }, at) => ({
    ...proposal,
    names: names[at] ?? {},
    fields: fields[at] ?? {},
  }))
  return listReply(items, Number(rows[0]?.total ?? 0), page)
}

interface NewProposal {
  agentId: number
  userId: number
  tool: string
  input: object
  versions: Map<number, number>
  createdAt: string
}

export async function insertProposal(db: Database, { input, versions, ...proposal }: NewProposal) {
  const { id } = await db
    .insertInto('proposals')
    .values({
      ...proposal,
      input: JSON.stringify(input),
      versions: JSON.stringify(Object.fromEntries(versions)),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface StoredProposal {
  id: number
  status: Proposal['status']
  tool: string
  input: object
  versions: Record<string, number>
  agentId: number
  application: string
  scope: string
  projectIds: number[] | null
}

/** Decides the proposals of a user one after the other. Returns the tasks that those which wait are about. */
export async function lockWaiting(tx: Database, userId: number) {
  const { rows } = await sql<{ versions: Record<string, number> }>`
    select versions from proposals where user_id = ${userId} and status = 'waiting'
    order by id for no key update`.execute(tx)
  return [...new Set(rows.flatMap(({ versions }) => Object.keys(versions).map(Number)))]
}

/** With what the agent was allowed when it was last used. */
export async function lockProposal(tx: Database, userId: number, id: number) {
  const { rows } = await sql<StoredProposal>`
    select proposals.id, proposals.status, tool, input, versions, agent_id, agents.name as application, scope, project_ids
    from proposals join agents on agents.id = proposals.agent_id
    where proposals.id = ${id} and proposals.user_id = ${userId} for no key update of proposals`.execute(tx)
  return rows[0]
}

export async function decideProposal(tx: Database, id: number, status: Proposal['status'], at: string) {
  await tx.updateTable('proposals').set({ status, decidedAt: at }).where('id', '=', id).execute()
}

export async function listVersions(db: Database, taskIds: number[]) {
  const tasks = await db.selectFrom('tasks').where(among('id', taskIds)).select(['id', 'version']).execute()
  return new Map(tasks.map(({ id, version }) => [id, version]))
}

/** The tasks stay as they are until the transaction ends. */
export async function lockVersions(tx: Database, taskIds: number[]) {
  if (taskIds.length === 0) return new Map<number, number>()
  const tasks = await tx
    .selectFrom('tasks')
    .where(among('id', taskIds))
    .select(['id', 'version'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(tasks.map(({ id, version }) => [id, version]))
}

/** What the user has just accepted does not outdate their other proposals, unless a task had been changed by then. */
export async function adoptVersions(tx: Database, userId: number, before: Map<number, number>) {
  if (before.size === 0) return
  await sql`
    with moved as (
      select id::text as id, earlier.version as earlier, to_jsonb(tasks.version) as version
      from tasks join jsonb_to_recordset(${JSON.stringify(recordsOf(before))}::jsonb)
        as earlier (task_id bigint, version integer) on earlier.task_id = tasks.id
      where ${among('tasks.id', [...before.keys()])} and tasks.version <> earlier.version
    )
    update proposals set versions = versions || (
      select jsonb_object_agg(id, version) from moved where (versions ->> id)::integer = earlier
    )
    where user_id = ${userId} and status = 'waiting'
      and exists (select from moved where (versions ->> id)::integer = earlier)`.execute(tx)
}

function recordsOf(versions: Map<number, number>) {
  return [...versions].map(([task_id, version]) => ({ task_id, version }))
}
