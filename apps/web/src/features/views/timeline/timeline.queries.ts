import { addRelation, removeRelation } from '@atrium/tasks/tasks/relations/relation.contract'
import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import type { FindField } from '@atrium/tasks/views/filter-fields.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { useChangeTask } from '../../../data/changes/change-task.ts'
import { allProjectsQuery } from '../../../data/projects/projects.ts'
import { scheduleQuery } from '../schedule/schedule.queries.ts'
import { type Dates, type DayRange, isSame } from '../schedule/task-dates.ts'
import { narrowedScope } from '../view/narrowed-scope.ts'
import { taskPageQuery } from '../view/view.queries.ts'
import { PAGE_SIZE, type TaskScope } from '../view/view-state.ts'
import type { TimelineWords } from './rows/timeline-words.ts'

const UNDATED = 'start = none and due = none and completed = none'

/** The tasks of the range, then open ones without dates. While more is loading, what is there stays. */
export function useTimelineTasks(scope: TaskScope, range: DayRange, findField: FindField) {
  const schedule = useQuery({
    ...scheduleQuery(scope, range, { dependencies: true }),
    placeholderData: keepPreviousData,
  })
  const undatedScope = useMemo(() => narrowedScope(scope, UNDATED, findField), [scope, findField])
  const undated = useQuery({
    ...taskPageQuery(undatedScope, 'number', 1),
    placeholderData: keepPreviousData,
  })
  const { data: projects } = useQuery(allProjectsQuery)
  const tasks = useMemo(() => {
    const keys = new Map(projects?.map(({ id, key }) => [id, key]))
    const dated = schedule.data?.tasks ?? []
    const known = new Set(dated.map(({ id }) => id))
    const others = (undated.data ?? []).filter(({ id }) => !known.has(id))
    return [
      ...dated,
      ...others.map((task): ScheduledTask => ({ ...task, projectKey: keys.get(task.projectId) ?? null })),
    ]
  }, [schedule.data, undated.data, projects])
  return {
    tasks,
    dependencies: schedule.data?.dependencies ?? none,
    hasMore: schedule.data?.hasMore ?? false,
    hasMoreUndated: undated.data?.length === PAGE_SIZE,
    isLoading: !schedule.data || !undated.data,
    isLoadingMore: schedule.isPlaceholderData,
    error: schedule.data ? undefined : schedule.error,
    retry: schedule.refetch,
  }
}

const none: never[] = []

interface NewDependency {
  blocker: ScheduledTask
  blocked: ScheduledTask
}

/** Says which task now waits for which, and offers to undo it. */
function useAddDependency() {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const refresh = ({ blocker, blocked }: NewDependency) =>
    Promise.all(
      [['tasks'], ['task', blocker.id], ['task', blocked.id]].map(queryKey =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  return useMutation({
    meta: { hasNoForm: true },
    mutationFn: ({ blocker, blocked }: NewDependency) =>
      api(addRelation, { params: { id: blocker.id }, body: { type: 'blocks', taskId: blocked.id } }),
    onSuccess: ({ item }, pair) => {
      const { blocker, blocked } = pair
      const params = { id: blocker.id, relationId: item.id }
      offerUndo(
        t('timeline.linked', { blocker: blocker.title, blocked: blocked.title }),
        () => void api(removeRelation, { params }).then(() => refresh(pair)),
      )
      return refresh(pair)
    },
  })
}

/** What dragging does; both are announced with an offer to undo them. */
export function useTimelineChanges(
  words: TimelineWords,
  findTask: (id: number) => ScheduledTask | undefined,
) {
  const { t } = useTranslation()
  const { change } = useChangeTask()
  const { mutate: addDependency } = useAddDependency()
  const changeDates = useCallback(
    (task: ScheduledTask, dates: Dates) => {
      if (isSame(task, dates)) return
      change(task, dates, t('timeline.moved', { title: task.title, days: words.days(dates) }))
    },
    [change, t, words],
  )
  const link = useCallback(
    (blocker: ScheduledTask, blockedId: number) => {
      const blocked = findTask(blockedId)
      if (blocked) addDependency({ blocker, blocked })
    },
    [addDependency, findTask],
  )
  return { changeDates, link }
}
