import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyOfRefusedChange, saveFields } from '../../data/changes/change-task.ts'
import { useCycles } from '../../data/planning/cycles.ts'

/** Tasks that were put somewhere and that the list there does not have yet. */
export type Arrivals = ReadonlyMap<number, Task>

/** Puts tasks into cycles. They are shown there at once, and go back if the server refuses it. */
export function usePlanTask(projectId: number) {
  const queryClient = useQueryClient()
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const cycles = useCycles(projectId)
  const [arrivals, setArrivals] = useState<Arrivals>(new Map())
  const plan = useCallback(
    async (task: Task, cycleId: number | null, isUndo = false) => {
      const { id, title, cycleId: before } = task
      setArrivals(now => new Map(now).set(id, { ...task, cycleId }))
      try {
        // Without a version: which cycle a task is in does not depend on what it was in before.
        const saved = await saveFields(queryClient, { id, title, cycleId: before }, { cycleId })
        const name = cycles.find(cycle => cycle.id === cycleId)?.name
        const done = name ? t('cycles.planning.moved', { title, name }) : t('cycles.planning.left', { title })
        if (!isUndo) offerUndo(done, () => void plan(saved, before, true))
        await queryClient.invalidateQueries({ queryKey: ['tasks', 'planning'] })
      } catch (error) {
        notifyOfRefusedChange(error)
      } finally {
        setArrivals(now => without(now, id))
        for (const name of ['cycles', 'reports'])
          void queryClient.invalidateQueries({ queryKey: ['project', projectId, name] })
      }
    },
    [queryClient, projectId, cycles, offerUndo, t],
  )
  return { plan, arrivals }
}

function without(arrivals: Arrivals, id: number) {
  const left = new Map(arrivals)
  left.delete(id)
  return left
}

/** The tasks that are in the cycle now, or in the backlog; those that have just arrived come last. */
export function shownTasks(listed: Task[], arrivals: Arrivals, cycleId: number | null) {
  const ids = new Set(listed.map(({ id }) => id))
  return [
    ...listed.filter(task => (arrivals.get(task.id) ?? task).cycleId === cycleId),
    ...[...arrivals.values()].filter(task => task.cycleId === cycleId && !ids.has(task.id)),
  ]
}
