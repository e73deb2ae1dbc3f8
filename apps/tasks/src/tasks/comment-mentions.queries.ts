import { sql } from 'kysely'
import type { Database } from '#deps.ts'

/** Whom a text mentions as `@[12]`: members of the project, each once. Anything else is plain text. */
export async function findMentions(db: Database, projectId: number, text: string) {
  const named = idsNamedIn(text)
  if (named.length === 0) return []
  const members = await db
    .selectFrom('projectMembers')
    .where('projectId', '=', projectId)
    .where('userId', '=', sql<number>`any(${named}::bigint[])`)
    .select('userId')
    .execute()
  const ids = new Set(members.map(({ userId }) => userId))
  return named.filter(id => ids.has(id))
}

function idsNamedIn(text: string) {
  const ids = [...text.matchAll(/@\[(\d{1,16})\]/g)].map(([, id]) => Number(id))
  return [...new Set(ids)].filter(Number.isSafeInteger)
}
