import type { BoardWithColumns } from '@atrium/tasks/boards/board.contract'
import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { boardQuery } from '../../../data/boards/boards.ts'
import { cyclesQuery } from '../../../data/planning/cycles.ts'
import { prioritiesQuery } from '../../../data/planning/priorities.ts'
import { allProjectsQuery, membersQuery } from '../../../data/projects/projects.ts'

export interface Place {
  projectId: number
  boardId: number
  /** The cycles of a project are loaded if one of its places is in one. */
  cycleId?: number | null
}

/** The names behind the ids of tasks, as far as they are loaded. */
export interface Directory {
  projects: Map<number, NavigationProject>
  boards: Map<number, { id: number; name: string }>
  columns: Map<number, BoardWithColumns['columns'][number]>
  columnsOf: (boardId: number) => BoardWithColumns['columns']
  people: Map<number, Member['user']>
  membersOf: (projectId: number) => Member[]
  priorities: Map<number, TaskPriority>
  cycles: Map<number, Cycle>
}

/** Loads the members, columns and cycles of these places only: users can have hundreds of projects. */
export function useDirectory(places: Place[]): Directory {
  const { data: projects } = useQuery(allProjectsQuery)
  const { data: priorities } = useQuery(prioritiesQuery)
  const projectIds = useStable([...new Set(places.map(({ projectId }) => projectId))])
  const planned = places.filter(({ cycleId }) => typeof cycleId === 'number')
  const plannedIds = useStable([...new Set(planned.map(({ projectId }) => projectId))])
  const boardPlaces = [
    ...new Map(places.filter(one => one.boardId > 0).map(one => [one.boardId, one])).values(),
  ]
  const members = useQueries({ queries: projectIds.map(membersQuery), combine: dataOf })
  const boards = useQueries({
    queries: boardPlaces.map(place => boardQuery(place)),
    combine: dataOf,
  })
  const cycles = useQueries({ queries: plannedIds.map(cyclesQuery), combine: dataOf })
  return useMemo(() => {
    const known = boards.flatMap(board => board ?? [])
    const membersByProject = new Map(projectIds.map((id, index) => [id, members[index] ?? []]))
    const memberships = [...membersByProject.values()].flat()
    const columns = new Map(known.map(({ id, columns }) => [id, columns]))
    return {
      projects: new Map(projects?.map(project => [project.id, project])),
      boards: new Map(projects?.flatMap(({ boards }) => boards.map(board => [board.id, board]))),
      columns: new Map([...columns.values()].flat().map(column => [column.id, column])),
      columnsOf: boardId => columns.get(boardId) ?? [],
      people: new Map(memberships.map(({ userId, user }) => [userId, user])),
      membersOf: projectId => membersByProject.get(projectId) ?? [],
      priorities: new Map(priorities?.map(priority => [priority.id, priority])),
      cycles: new Map(cycles.flatMap(list => list ?? []).map(cycle => [cycle.id, cycle])),
    }
  }, [projects, priorities, members, boards, cycles, projectIds])
}

function dataOf<Data>(results: { data: Data | undefined }[]) {
  return results.map(({ data }) => data)
}

/** The same array as long as it has the same numbers. */
function useStable(numbers: number[]) {
  const key = numbers.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the numbers
  return useMemo(() => numbers, [key])
}
