import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { DurationText } from '@atrium/ui/duration-text'
import { Anchor, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allProjectsQuery } from '../../../data/projects.ts'
import { secondsOnDay } from '../day-parts.ts'
import { IntervalRow } from './interval-row.tsx'

interface IntervalListProps {
  intervals: TimeInterval[]
  date: string
  timeZone: string
  onEdit: (interval: TimeInterval) => void
  onDelete: (interval: TimeInterval) => void
}

/** What was done on a day, task by task. */
export function IntervalList({ intervals, date, timeZone, onEdit, onDelete }: IntervalListProps) {
  const tasks = Map.groupBy(intervals, ({ taskId }) => taskId)
  return (
    <Stack gap="sm">
      {[...tasks.values()].map(ofTask => (
        <Card component="article" key={ofTask[0]?.taskId} padding="md" shadow="xs">
          <TaskHeading intervals={ofTask} date={date} timeZone={timeZone} />
          <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
            {ofTask.map(interval => (
              <IntervalRow
                key={interval.id}
                interval={interval}
                date={date}
                timeZone={timeZone}
                onEdit={() => onEdit(interval)}
                onDelete={() => onDelete(interval)}
              />
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}

function TaskHeading({
  intervals,
  date,
  timeZone,
}: Pick<IntervalListProps, 'intervals' | 'date' | 'timeZone'>) {
  const { data: projects } = useQuery(allProjectsQuery)
  const task = intervals[0]?.task
  if (!task) return null
  const seconds = intervals.reduce((sum, interval) => sum + secondsOnDay(interval, date, timeZone), 0)
  const project = projects?.find(({ id }) => id === task.projectId)
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm" mb="xs">
      <Stack gap={0} miw={0}>
        <Anchor component={Link} to={`/task/${task.id}`} c="inherit" fw={600} lineClamp={2}>
          {task.title}
        </Anchor>
        <Text size="xs" c="dimmed">
          {[project?.name, `#${task.number}`].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
      <Text fw={600} flex="none">
        <DurationText seconds={seconds} />
      </Text>
    </Group>
  )
}
