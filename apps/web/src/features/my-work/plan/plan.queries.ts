import type { TaskInPlan } from '@atrium/tasks/planning/plan.contract'
import { planTask, rollOverPlan, unplanTask } from '@atrium/tasks/planning/plan.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { notifyOfRefusedChange } from '../../../data/changes/change-task.ts'
import { planQuery } from '../../../data/planning/plan.ts'
import { isLate, type PlanChange, withChange } from './plan-changes.ts'

const mutationKey = ['change-plan']
const nothing = { tasks: [] }

/** The user's plan, with the changes that are on their way. */
export function usePlan(today: string) {
  const query = useQuery(planQuery(today))
  const changes = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as PlanChange,
  })
  const shown = useMemo(() => changes.reduce(withChange, query.data ?? nothing), [changes, query.data])
  return { tasks: shown.tasks, isPending: query.isPending }
}

export type PlanChanges = ReturnType<typeof usePlanChanges>

/** Changes are sent one after the other, because each may name the place that the one before led to. */
export function usePlanChanges(today: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { offerUndo } = useUndo()
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: 'plan' },
    meta: { showsOwnErrors: true },
    mutationFn: send,
    // The change counts as being sent until the plan with it has arrived.
    onSettled: () => queryClient.invalidateQueries({ queryKey: planQuery(today).queryKey }),
  })
  return useMemo(() => {
    const change = (next: PlanChange, onDone?: () => void) =>
      void mutateAsync(next).then(onDone).catch(notifyOfRefusedChange)
    return {
      place: (task: PlanChangeOf<'place'>['task'], day: string, afterTaskId?: number | null) =>
        change({ kind: 'place', task, day, afterTaskId }),
      remove: (task: TaskInPlan) =>
        change({ kind: 'remove', task }, () =>
          offerUndo(t('plan.removed', { title: task.title }), () =>
            change({ kind: 'place', task, day: task.plannedFor }),
          ),
        ),
      rollOver: (tasks: TaskInPlan[]) => {
        const late = tasks.filter(task => isLate(task, today))
        change({ kind: 'rollOver', day: today }, () =>
          offerUndo(t('plan.late.moved', { count: late.length }), () => {
            for (const task of late) change({ kind: 'place', task, day: task.plannedFor })
          }),
        )
      },
    }
  }, [mutateAsync, offerUndo, t, today])
}

type PlanChangeOf<Kind extends PlanChange['kind']> = Extract<PlanChange, { kind: Kind }>

async function send(change: PlanChange) {
  if (change.kind === 'rollOver') return api(rollOverPlan, { body: { day: change.day } })
  const params = { id: change.task.id }
  if (change.kind === 'remove') return api(unplanTask, { params })
  const { day, afterTaskId } = change
  return api(planTask, { params, body: { day, ...(afterTaskId !== undefined && { afterTaskId }) } })
}
