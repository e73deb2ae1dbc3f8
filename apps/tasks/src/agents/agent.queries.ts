import type { Page } from '@atrium/core/paging'
import { listPage } from '@atrium/database/list-page'
import { sql } from 'kysely'
import type { Database } from '#database.ts'
import { NotFound } from '#errors.ts'
import type { Agent } from './agent.contract.ts'

/** The agents of the user that have not been stopped. */
export async function listAgents(db: Database, userId: number, page: Page, now: Date) {
  const rows = selectAgents(db, userId, now)
    .where('stoppedAt', 'is', null)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('agents.id')
  const { items, ...list } = await listPage(rows, page)
  return { items: items.map(shown), ...list }
}

export async function getAgent(db: Database, userId: number, id: number, now: Date) {
  const agent = await selectAgents(db, userId, now)
    .where('agents.id', '=', id)
    .where('stoppedAt', 'is', null)
    .executeTakeFirst()
  if (!agent) throw new NotFound('agent_not_found')
  return shown(agent)
}

function selectAgents(db: Database, userId: number, now: Date) {
  const midnight = `${now.toISOString().slice(0, 10)}T00:00:00.000Z`
  return db
    .selectFrom('agents')
    .where('userId', '=', userId)
    .select([
      'agents.id',
      'kind',
      'name as application',
      'mode',
      'scope',
      'projectIds',
      'lastUsedAt',
      'createdAt',
      sql<number>`(select count(*) from activity where agent_id = agents.id and created_at >= ${midnight}
        and type <> 'task.related_changed')`.as('changesToday'),
      sql<number>`(select count(*) from proposals where proposals.user_id = agents.user_id
        and status = 'waiting' and agent_id = agents.id)`.as('waitingProposals'),
    ])
    .$castTo<Omit<Agent, 'scopes'> & { scope: string }>()
}

function shown({ scope, ...agent }: Omit<Agent, 'scopes'> & { scope: string }): Agent {
  return { ...agent, scopes: scope.split(' ').filter(Boolean) }
}

/** The agent of the user, stopped or not, locked until the transaction ends. */
export async function lockAgent(tx: Database, userId: number, id: number) {
  const agent = await tx
    .selectFrom('agents')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .select(['id', 'kind', 'grantKey', 'name', 'mode', 'stoppedAt'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!agent) throw new NotFound('agent_not_found')
  return agent
}

export async function updateMode(tx: Database, id: number, mode: Agent['mode']) {
  await tx.updateTable('agents').set({ mode }).where('id', '=', id).execute()
}

export async function markStopped(tx: Database, id: number, at: string) {
  await tx.updateTable('agents').set({ stoppedAt: at }).where('id', '=', id).execute()
}
