import type { Database } from '#deps.ts'
import { insertMember, insertProject } from './project.queries.ts'

/** On UserFirstLoginEvent, in the same transaction: whoever has signed in once has a place to begin. */
export async function createPersonalProject(tx: Database, userId: number) {
  const id = await insertProject(tx, { name: 'Personal', type: 'personal', ownerId: userId })
  await insertMember(tx, id, userId, 'owner')
  return id
}
