import { IconButton } from '@atrium/ui/icon-button'
import { IconChevronDown, IconChevronUp } from '@atrium/ui/icons'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { taskQuery } from '../../data/tasks/tasks.ts'

export type Step = 'previous' | 'next'

interface TaskStepsProps {
  taskId: number
  /** The tasks of the column in the order in which they are shown. */
  taskIds: number[]
  /** The button that led here, which keeps the focus. */
  lastStep: Step | undefined
  onStep: (taskId: number, step: Step | undefined) => void
}

/** To the tasks above and below in the column, by button or by J and K. */
export function TaskSteps({ taskId, taskIds, lastStep, onStep }: TaskStepsProps) {
  const { t } = useTranslation()
  const at = taskIds.indexOf(taskId)
  const targets = { previous: taskIds[at - 1], next: at < 0 ? undefined : taskIds[at + 1] }
  usePrefetchedTasks(Object.values(targets))
  const buttons = useRef<Partial<Record<Step, HTMLButtonElement | null>>>({})
  useEffect(() => {
    if (lastStep) buttons.current[lastStep]?.focus({ preventScroll: true })
  }, [lastStep])

  const go = (step: Step) => (event: KeyboardEvent) => {
    const target = targets[step]
    if (target === undefined || !isInTask(event.target)) return false
    onStep(target, undefined)
  }
  useShortcuts(
    [
      { keys: 'j', description: t('tasks.steps.next'), run: go('next'), worksIn: 'dialogs' },
      { keys: 'k', description: t('tasks.steps.previous'), run: go('previous'), worksIn: 'dialogs' },
    ],
    { title: t('tasks.steps.keys') },
  )
  if (at < 0 || taskIds.length < 2) return null

  const button = (step: Step, key: string) => {
    const target = targets[step]
    const Icon = step === 'previous' ? IconChevronUp : IconChevronDown
    return (
      <Tooltip label={`${t(`tasks.steps.${step}`)} (${key})`}>
        <IconButton
          icon={Icon}
          iconSize={18}
          label={t(`tasks.steps.${step}`)}
          ref={element => {
            buttons.current[step] = element
          }}
          aria-disabled={target === undefined}
          opacity={target === undefined ? 0.4 : undefined}
          onClick={() => target !== undefined && onStep(target, step)}
        />
      </Tooltip>
    )
  }
  return (
    <>
      <VisuallyHidden role="status">
        {t('tasks.steps.place', { number: at + 1, count: taskIds.length })}
      </VisuallyHidden>
      {button('previous', 'K')}
      {button('next', 'J')}
    </>
  )
}

/** Not in a dialog, menu or popover over the task. */
function isInTask(target: EventTarget | null) {
  if (!(target instanceof Element) || target === document.body) return true
  const layer = target.closest('[role="dialog"], [role="menu"]')
  return layer === null || layer.hasAttribute('data-task-panel')
}

/** So that the next task is there at once. */
function usePrefetchedTasks(ids: (number | undefined)[]) {
  const queryClient = useQueryClient()
  const key = ids.join()
  useEffect(() => {
    for (const id of key.split(',')) if (id) void queryClient.prefetchQuery(taskQuery(Number(id)))
  }, [queryClient, key])
}
