import { announce } from '@atlaskit/pragmatic-drag-and-drop-live-region'
import type { TaskInPlan } from '@atrium/tasks/planning/plan.contract'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { useTranslation } from 'react-i18next'
import type { PlanChanges } from '../plan/plan.queries.ts'
import { isLate, type PlannableTask, stepWithin } from '../plan/plan-changes.ts'
import { focusNeighbor } from '../rows/task-row.tsx'

interface PlanKeys {
  /** Tasks that are not planned. */
  unplanned: PlannableTask[]
  plan: TaskInPlan[]
  today: string
  changes: PlanChanges
}

/** Keys of the row that has the focus, and the one that moves everything to today. */
export function usePlanKeys({ unplanned, plan, today, changes }: PlanKeys) {
  const { t } = useTranslation()
  const title = t('plan.keys.title')
  const rowOf = ({ target }: KeyboardEvent) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-plan-row]') : null
  const planToday = (event: KeyboardEvent) => {
    const row = rowOf(event)
    const id = Number(row?.dataset.planRow)
    const planned = plan.find(task => task.id === id)
    const task = planned ?? unplanned.find(task => task.id === id)
    if (!row || !task || planned?.plannedFor === today) return false
    focusNeighbor(row)
    announce(t('plan.keys.planned', { title: task.title }))
    changes.place(task, today)
  }
  const openMenu = (event: KeyboardEvent) => {
    const button = rowOf(event)?.querySelector<HTMLElement>('[data-plan-menu]')
    button?.focus()
    button?.click()
  }
  const move = (event: KeyboardEvent, step: -1 | 1) => {
    const task = plan.find(({ id }) => id === Number(rowOf(event)?.dataset.planRow))
    const ofDay = plan.filter(
      ({ plannedFor, completedAt }) => plannedFor === task?.plannedFor && completedAt === null,
    )
    const to = task && stepWithin(ofDay, task.id, step)
    if (!task || !to) return false
    const position = ofDay.indexOf(task) + step + 1
    announce(t('plan.keys.moved', { title: task.title, position, count: ofDay.length }))
    changes.place(task, task.plannedFor, to.afterTaskId)
  }
  useShortcuts(
    [
      { keys: 't', description: t('plan.keys.today'), run: planToday, worksIn: 'fields' },
      { keys: 'w', description: t('plan.keys.week'), run: openMenu, worksIn: 'fields' },
      {
        keys: 'mod+ArrowUp',
        description: t('plan.keys.up'),
        run: event => move(event, -1),
        worksIn: 'fields',
      },
      {
        keys: 'mod+ArrowDown',
        description: t('plan.keys.down'),
        run: event => move(event, 1),
        worksIn: 'fields',
      },
    ],
    { title, within: '[data-plan-row]' },
  )
  const rollOver = {
    keys: 'm',
    description: t('plan.keys.rollOver'),
    run: () => (plan.some(task => isLate(task, today)) ? changes.rollOver(plan) : false),
  }
  useShortcuts([rollOver], { title })
}
