import { listReply, type Page } from '@atrium/core/paging'
import { among } from '@atrium/database/conditions'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import type { Proposal } from './proposal.contract.ts'

/** Tasks are named as they are now, if the user still sees them. */
export async function listProposals(
  db: Database,
  userId: number,
  { status = 'waiting', agentId }: { status?: Proposal['status'] | undefined; agentId?: number | undefined },
  page: Page,
) {
  const agent = agentId === undefined ? sql`true` : sql`proposals.agent_id = ${agentId}`
  const { rows } = await sql<Proposal & { total: number }>`
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
  const items = rows.map(({ total: _, ...proposal }) => proposal)
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
