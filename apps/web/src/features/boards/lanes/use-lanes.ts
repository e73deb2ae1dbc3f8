import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { FieldValues } from '@atrium/tasks/fields/field.contract'
import { listTasks, type Task } from '@atrium/tasks/tasks/task.contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { findCard } from '../../../data/boards/board-cache.ts'
import { useCycleDays, useCycles } from '../../../data/planning/cycles.ts'
import { prioritiesQuery, usePriorityName } from '../../../data/planning/priorities.ts'
import { membersQuery } from '../../../data/projects/projects.ts'
import {
  boardLanes,
  type LaneParent,
  type LaneWords,
  type ShownLane,
  singleLane,
} from '../board/board-lanes.ts'
import { groupingNamed, type LaneGrouping, laneKeyOf } from '../board/lane-grouping.ts'
import type { ShownColumn } from '../board/shown-columns.ts'
import type { UnsavedCard } from '../cards/new-card.queries.ts'
import { useCollapsedLanes } from './remembered-lanes.ts'

interface LanesInput {
  /** The board that the server has. */
  board: FullBoard
  columns: ShownColumn[]
  /** The name in the address. */
  name: string | undefined
  isFiltered: boolean
  liftedId: number | undefined
  myId: number
}

/** The rows of the board; one that stands for nothing without a grouping. */
export function useLanes({ board, columns, name, isFiltered, liftedId, myId }: LanesInput) {
  const { customFields } = board
  const grouping = useMemo(() => groupingNamed(name, customFields), [name, customFields])
  const { collapsed, ...folding } = useCollapsedLanes(board.id, myId, grouping && name)
  const { data: members } = useQuery(membersQuery(board.projectId))
  const { data: priorities } = useQuery(prioritiesQuery)
  const { parents, isPending } = useParents(board, grouping)
  const cycles = useCycles(board.projectId, grouping?.by === 'cycle')
  const words = useLaneWords(isPending)
  const lifted = liftedId === undefined ? undefined : findCard(board, liftedId)
  const keptKey = lifted && grouping && laneKeyOf(grouping, lifted)
  const lanes = useMemo(() => {
    if (!grouping) return singleLane(columns)
    return boardLanes(columns, grouping, {
      myId,
      members: members ?? [],
      priorities: priorities ?? [],
      parents,
      cycles,
      words,
      isFiltered,
      collapsed: new Set(collapsed),
      keptKey,
    })
  }, [columns, grouping, myId, members, priorities, parents, cycles, words, isFiltered, collapsed, keptKey])
  return { grouping, lanes, ...folding }
}

function useLaneWords(isPending: boolean): LaneWords {
  const { t } = useTranslation()
  const nameOf = usePriorityName()
  const cycleDays = useCycleDays()
  return useMemo(
    () => ({
      noAssignee: t('lanes.noAssignee'),
      noParent: t('lanes.noParent'),
      noCycle: t('lanes.noCycle'),
      deletedCycle: t('lanes.deletedCycle'),
      noValue: t('lanes.noValue'),
      formerMember: t('lanes.formerMember'),
      unknownParent: isPending ? '…' : t('lanes.deletedParent'),
      yes: t('fields.yes'),
      no: t('fields.no'),
      priority: nameOf,
      cycleDays,
    }),
    [t, nameOf, cycleDays, isPending],
  )
}

/** Most parents are on the board themselves; the others are fetched. */
function useParents({ columns }: FullBoard, grouping: LaneGrouping | undefined) {
  const isByParent = grouping?.by === 'parent'
  const cards = useMemo(
    () => (isByParent ? columns.flatMap(({ tasks }) => tasks) : []),
    [columns, isByParent],
  )
  const onBoard = useMemo(() => new Map<number, LaneParent>(cards.map(card => [card.id, card])), [cards])
  const elsewhere = useMemo(() => {
    const ids = new Set(cards.flatMap(({ parentId }) => (parentId === null ? [] : [parentId])))
    return [...ids].filter(id => !onBoard.has(id)).toSorted((one, other) => one - other)
  }, [cards, onBoard])
  const { data: fetched, isLoading } = useQuery({
    ...parentsQuery(elsewhere),
    enabled: elsewhere.length > 0,
  })
  const parents = useMemo(
    () => new Map([...onBoard, ...(fetched ?? []).map(task => [task.id, task] as const)]),
    [onBoard, fetched],
  )
  return { parents, isPending: isLoading }
}

/** The number of lanes that one request can name. */
const AT_ONCE = 200

/** By a key that live changes of tasks refresh. */
function parentsQuery(ids: number[]) {
  return queryOptions({
    queryKey: ['tasks', 'parents', ids.join()],
    queryFn: async ({ signal }) => {
      const tasks: Task[] = []
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const query = { ids: ids.slice(from, from + AT_ONCE).join(), limit: AT_ONCE }
        tasks.push(...(await api(listTasks, { query, signal })).items)
      }
      return tasks
    },
  })
}

/** The lane of a card that the server does not have yet: of the values it is sent with. */
export function useLaneOfUnsaved(grouping: LaneGrouping | undefined, lanes: ShownLane[]) {
  return useCallback(
    ({ card }: UnsavedCard) => {
      const { assigneeId = null, priorityId = 0, parentId = null, cycleId = null } = card
      const fields = Object.entries(card.fields ?? {}).filter(([, value]) => value !== null)
      const own = Object.fromEntries(fields) as FieldValues
      const values = { assigneeId, priorityId, parentId, cycleId, fields: own }
      const key = grouping && laneKeyOf(grouping, values)
      return (lanes.find(lane => lane.key === key) ?? lanes.at(-1))?.key ?? ''
    },
    [grouping, lanes],
  )
}
