import type { ScheduledTask, TaskDependency } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { prioritiesQuery, usePriorityName } from '../../../data/planning/priorities.ts'
import { summaryQuery } from '../view/view.queries.ts'
import type { Grouping, TaskScope } from '../view/view-state.ts'
import { firstDayOf, rowsOf, timelineGrouping } from './rows/timeline-rows.ts'

/** The rows, which of them are collapsed, and the names of groups. */
export function useTimelineRows(tasks: ScheduledTask[], scope: TaskScope, chosen: Grouping) {
  const groupBy = timelineGrouping(chosen)
  const { collapsed, toggle } = useCollapsed()
  const { titles, order } = useGroups(scope, groupBy)
  const sortDayOf = useStableOrder(tasks)
  const rows = useMemo(() => {
    const placeOf = (id: number | null) => order.get(id) ?? Number.MAX_SAFE_INTEGER
    const compare = (one: number | null, other: number | null) => placeOf(one) - placeOf(other)
    return rowsOf({ tasks, groupBy, collapsed, compare, sortDayOf })
  }, [tasks, groupBy, collapsed, order, sortDayOf])
  return { rows, toggle, groupTitle: titles }
}

/** Their names and their order come with the summary, as in the table. */
function useGroups(scope: TaskScope, groupBy: ReturnType<typeof timelineGrouping>) {
  const { t } = useTranslation()
  const priorityName = usePriorityName()
  const { data: priorities } = useQuery({ ...prioritiesQuery, enabled: groupBy === 'priority' })
  const { data } = useQuery({ ...summaryQuery(scope, groupBy), enabled: groupBy !== 'none' })
  const groups = data?.groups
  const byId = useMemo(
    () => new Map(groups?.map(group => [group.key === null ? null : Number(group.key), group])),
    [groups],
  )
  const order = useMemo(() => new Map([...byId.keys()].map((id, place) => [id, place])), [byId])
  const titles = (id: number | null) => {
    if (id === null) return t(withoutOne(groupBy))
    const priority = groupBy === 'priority' ? priorities?.find(one => one.id === id) : undefined
    if (priority) return priorityName(priority)
    const { title, parentTitle } = byId.get(id) ?? {}
    return parentTitle ? `${title} · ${parentTitle}` : (title ?? '')
  }
  return { titles, order }
}

/** What the tasks that name no record are called. */
function withoutOne(groupBy: ReturnType<typeof timelineGrouping>) {
  if (groupBy === 'cycle') return 'views.groups.noCycle'
  return groupBy === 'assignee' ? 'views.groups.unassigned' : 'views.groups.none'
}

/** A task stays in its place while its dates change; it would jump away from under the pointer. */
function useStableOrder(tasks: ScheduledTask[]) {
  const [days, setDays] = useState<ReadonlyMap<number, string | undefined>>(new Map())
  const added = tasks.filter(({ id }) => !days.has(id))
  if (added.length > 0)
    setDays(new Map([...days, ...added.map(task => [task.id, firstDayOf(task)] as const)]))
  return useCallback((task: ScheduledTask) => days.get(task.id), [days])
}

function useCollapsed() {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set<string>())
  const toggle = useCallback(
    (key: string) =>
      setCollapsed(before => {
        const after = new Set(before)
        if (!after.delete(key)) after.add(key)
        return after
      }),
    [],
  )
  return { collapsed, toggle }
}

/** The open blockers of each task. */
export function useBlockers(dependencies: TaskDependency[], tasks: ReadonlyMap<number, ScheduledTask>) {
  const blockers = useMemo(() => {
    const open = dependencies.flatMap(({ blockerId, blockedId }) => {
      const blocker = tasks.get(blockerId)
      return blocker && blocker.completedAt === null ? [{ blocker, blockedId }] : []
    })
    const byTask = Map.groupBy(open, ({ blockedId }) => blockedId)
    return new Map([...byTask].map(([id, list]) => [id, list.map(({ blocker }) => blocker)]))
  }, [dependencies, tasks])
  return (id: number) => blockers.get(id) ?? none
}

const none: ScheduledTask[] = []
