import { fullName } from '@atrium/ui/person'
import { useQueries, useQuery } from '@tanstack/react-query'
import { boardsQuery } from '../../data/boards.ts'
import { membersQuery } from '../../data/projects.ts'
import type { Names } from './activity-sentence.ts'
import { boardColumnsQuery } from './board.queries.ts'

/** Ids are stored, names are read: who and what is meant, as it is called today. */
export function useNames(projectId: number): Names {
  const { data: members = [] } = useQuery(membersQuery(projectId))
  const { data: boards = [] } = useQuery(boardsQuery(projectId))
  const details = useQueries({ queries: boards.map(({ id }) => boardColumnsQuery(projectId, id)) })
  const columns = details.flatMap(({ data }) => data?.columns ?? [])
  return {
    people: new Map(members.map(({ userId, user }) => [userId, fullName(user)])),
    boards: new Map(boards.map(({ id, name }) => [id, name])),
    columns: new Map(columns.map(({ id, title }) => [id, title])),
  }
}
