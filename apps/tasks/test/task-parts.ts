import assert from 'node:assert/strict'
import type { BothServices } from './both-services.ts'
import type { Team, User } from './team.ts'

/** Creates a task as the team's member and returns its id. */
export async function createTeamTask({ member, toDo }: Team): Promise<number> {
  const response = await member.call('POST', '/task', { title: 'Write it down', columnId: toDo })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().item.id
}

export async function statusOf(user: User, ...[method, url, payload]: Parameters<User['call']>) {
  return (await user.call(method, url, payload)).statusCode
}

/** The activity entries of one kind of record, oldest first. */
export function listActivity(
  { deps }: BothServices,
  of: { taskId: number } | { projectId: number },
  kind: string,
) {
  const [column, id] =
    'taskId' in of ? (['taskId', of.taskId] as const) : (['projectId', of.projectId] as const)
  return deps.db
    .selectFrom('activity')
    .where(column, '=', id)
    .where('type', 'like', `${kind}.%`)
    .select(['type', 'projectId', 'boardId', 'taskId', 'actorId', 'before', 'after'])
    .orderBy('id')
    .execute()
}
