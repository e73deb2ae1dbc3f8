import type { ScheduledTask } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { IconPlus } from '@atrium/ui/icons'
import { Button, Popover, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCalendar } from './calendar-context.ts'
import classes from './calendar-grid.module.css'
import { CalendarTask } from './calendar-task.tsx'

interface MoreTasksProps {
  day: string
  /** All of the day. */
  tasks: ScheduledTask[]
  /** How many of them don't fit. */
  count: number
  isActive: boolean
  onFocus: () => void
  onCreate: ((day: string) => void) | undefined
}

/** “+3 more”, which opens the day. */
export function MoreTasks({ day, tasks, count, isActive, onFocus, onCreate }: MoreTasksProps) {
  const { t } = useTranslation()
  const { formats } = useCalendar()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom"
      width={300}
      shadow="lg"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.more}
          data-more
          tabIndex={isActive ? 0 : -1}
          onClick={() => setIsOpen(!isOpen)}
          onFocus={onFocus}
        >
          {t('calendar.more', { count })}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={formats.long(day)}>
        <Text fw={600} size="sm" mb="xs" className={classes.heading}>
          {formats.long(day)}
        </Text>
        <DayTasks day={day} tasks={tasks} />
        {onCreate && (
          <AddTask
            onClick={() => {
              setIsOpen(false)
              onCreate(day)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

export function DayTasks({ day, tasks }: { day: string; tasks: ScheduledTask[] }) {
  return (
    <Stack component="ul" gap={4} className={classes.list}>
      {tasks.map(task => (
        <li key={task.id}>
          <CalendarTask task={task} days={[day]} isTall />
        </li>
      ))}
    </Stack>
  )
}

export function AddTask({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      mt="xs"
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={14} stroke={1.75} />}
      onClick={onClick}
    >
      {t('calendar.add')}
    </Button>
  )
}
