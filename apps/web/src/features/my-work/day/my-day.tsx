import type { TaskInPlan } from '@atrium/tasks/planning/plan.contract'
import { createDurationFormat } from '@atrium/ui/durations'
import { IconArrowForwardUp } from '@atrium/ui/icons'
import { Button, Card, Group, Kbd, Progress, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { userSettingsQuery } from '../../../data/account/user-settings.ts'
import { dayInWords } from '../../../data/days.ts'
import type { PlanChanges } from '../plan/plan.queries.ts'
import { isLate, stepWithin, sumOf, workingSecondsOn } from '../plan/plan-changes.ts'
import { useDayTarget } from '../plan/plan-drag.ts'
import { PlanMenu } from '../plan/plan-menu.tsx'
import { DoneRow, TaskRow } from '../rows/task-row.tsx'
import classes from './my-day.module.css'

interface MyDayProps {
  /** The whole plan. */
  tasks: TaskInPlan[]
  today: string
  /** The day that is shown. */
  day: string
  changes: PlanChanges
  actions: (task: TaskInPlan) => ReactNode
  onComplete: (task: TaskInPlan) => void
}

/** What the user planned for a day, in their order, and today also what they did not get done before. */
export function MyDay({ tasks, today, day, changes, actions, onComplete }: MyDayProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const isOver = useDayTarget(list, day)
  const ofDay = tasks.filter(({ plannedFor }) => plannedFor === day)
  const open = ofDay.filter(({ completedAt }) => completedAt === null)
  const late = day === today ? tasks.filter(task => isLate(task, today)) : []
  const name = dayInWords(day, i18n.language, { weekday: 'long', day: 'numeric', month: 'long' })
  const rowOf = (task: TaskInPlan, index: number) => {
    const step = (by: -1 | 1) => {
      const to = stepWithin(open, task.id, by)
      return to && (() => changes.place(task, day, to.afterTaskId))
    }
    return (
      <TaskRow
        key={task.id}
        task={task}
        today={today}
        withEstimate
        place={{ day, previousId: open[index - 1]?.id ?? null }}
        onComplete={() => onComplete(task)}
      >
        {actions(task)}
        <PlanMenu
          task={task}
          today={today}
          plannedFor={day}
          onPlace={to => changes.place(task, to)}
          onRemove={() => changes.remove(task)}
          onUp={step(-1)}
          onDown={step(1)}
        />
      </TaskRow>
    )
  }
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" align="flex-end" gap="xs" mb="xs" px={4}>
        <Title order={2} size="h4" id={id}>
          {day === today ? t('plan.title') : name}
        </Title>
        <DaySum tasks={ofDay} day={day} />
      </Group>
      {late.length > 0 && (
        <Card padding={0} shadow="xs" mb="sm">
          <Group justify="space-between" gap="xs" px="md" py={8} className={classes.late}>
            <Text size="sm" fw={600} component="h3">
              {t('plan.late.title', { count: late.length })}
            </Text>
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconArrowForwardUp size={16} stroke={1.75} />}
              rightSection={
                <Kbd size="xs" visibleFrom="sm">
                  M
                </Kbd>
              }
              onClick={() => changes.rollOver(tasks)}
            >
              {t('plan.late.move')}
            </Button>
          </Group>
          <ul className={classes.list} aria-label={t('plan.late.title', { count: late.length })}>
            {late.map(task => (
              <TaskRow
                key={task.id}
                task={task}
                today={today}
                withEstimate
                plannedFor={task.plannedFor}
                onComplete={() => onComplete(task)}
              >
                {actions(task)}
                <PlanMenu
                  task={task}
                  today={today}
                  plannedFor={task.plannedFor}
                  onPlace={to => changes.place(task, to)}
                  onRemove={() => changes.remove(task)}
                />
              </TaskRow>
            ))}
          </ul>
        </Card>
      )}
      <Card ref={list} padding={0} shadow="xs" className={classes.day} data-over={isOver || undefined}>
        {ofDay.length === 0 ? (
          <Text size="sm" c="dimmed" p="md" ta="center">
            {t(day === today ? 'plan.empty.today' : 'plan.empty.day')}
          </Text>
        ) : (
          <ol className={classes.list}>
            {open.map(rowOf)}
            {ofDay
              .filter(({ completedAt }) => completedAt !== null)
              .map(task => (
                <DoneRow key={task.id} task={task} />
              ))}
          </ol>
        )}
      </Card>
    </section>
  )
}

/** How much is planned, next to how long the user works that day. */
function DaySum({ tasks, day }: { tasks: TaskInPlan[]; day: string }) {
  const { t, i18n } = useTranslation()
  const { data: settings } = useQuery(userSettingsQuery)
  if (!settings) return null
  const text = createDurationFormat(i18n.language)
  const capacity = workingSecondsOn(day, settings)
  const { seconds, unestimated } = sumOf(tasks)
  const over = seconds - capacity
  const words =
    capacity > 0
      ? t('plan.sum.ofDay', { planned: text(seconds), capacity: text(capacity) })
      : t('plan.sum.dayOff', { planned: text(seconds) })
  return (
    <div className={classes.sum}>
      <Text size="xs" c="dimmed" ta="end">
        {words}
        {capacity > 0 && over > 0 && (
          <Text span inherit fw={600} c="var(--mantine-color-error)">
            {' · '}
            {t('plan.sum.over', { time: text(over) })}
          </Text>
        )}
        {unestimated > 0 && ` · ${t('plan.sum.unestimated', { count: unestimated })}`}
      </Text>
      {capacity > 0 && (
        <Progress
          size={6}
          mt={4}
          value={Math.min(100, (seconds / capacity) * 100)}
          color={over > 0 ? 'red' : undefined}
          aria-hidden="true"
        />
      )}
    </div>
  )
}
