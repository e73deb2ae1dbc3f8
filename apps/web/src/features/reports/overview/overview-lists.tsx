import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Overview } from '@atrium/tasks/reports/overview.contract'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { DurationText } from '@atrium/ui/time-text'
import { Anchor, Badge, Group, Stack, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { dayInWords, daysUntil } from '../../../data/days.ts'
import classes from './overview-lists.module.css'

type Load = Overview['load'][number]

/** Who has how much to do. */
export function MemberLoad({ load }: { load: Overview['load'] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...load.map(({ openCount }) => openCount))
  return (
    <SectionCard title={t('reports.load.title')} text={t('reports.load.text')}>
      <Table verticalSpacing={8} className={classes.load} aria-label={t('reports.load.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('reports.load.person')}</Table.Th>
            <Table.Th scope="col" ta="end">
              {t('reports.load.open')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('reports.load.estimate')}
            </Table.Th>
            <Table.Th scope="col" ta="end">
              {t('reports.load.overdue')}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {load.map(one => (
            <LoadRow key={one.user?.id ?? 'none'} load={one} most={most} />
          ))}
        </Table.Tbody>
      </Table>
    </SectionCard>
  )
}

function LoadRow({ load, most }: { load: Load; most: number }) {
  const { t } = useTranslation()
  const { user, openCount, estimateSeconds, overdueCount } = load
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Group gap="sm" wrap="nowrap">
          {user && <PersonAvatar person={user} size={26} />}
          <Text span inherit c={user ? undefined : 'dimmed'} className={classes.name}>
            {user ? fullName(user) : t('reports.load.unassigned')}
          </Text>
        </Group>
      </Table.Th>
      <Table.Td ta="end">
        {openCount}
        <div className={classes.bar} aria-hidden="true">
          <div style={{ width: `${(openCount / most) * 100}%` }} />
        </div>
      </Table.Td>
      <Table.Td ta="end">{estimateSeconds > 0 ? <DurationText seconds={estimateSeconds} /> : '–'}</Table.Td>
      <Table.Td ta="end">
        {overdueCount > 0 ? (
          <Text span inherit fw={600} c="var(--mantine-color-error)">
            {overdueCount}
          </Text>
        ) : (
          '–'
        )}
      </Table.Td>
    </Table.Tr>
  )
}

interface OpenTasksProps {
  overview: Overview
  kind: 'overdue' | 'blocked'
  projectKey: string | null
}

/** What needs attention. */
export function OpenTasks({ overview, kind, projectKey }: OpenTasksProps) {
  const { t } = useTranslation()
  const { count, tasks } = overview[kind]
  return (
    <SectionCard
      title={t(`reports.${kind}.title`)}
      aside={
        count > 0 && (
          <Badge color={kind === 'overdue' ? 'red' : 'amber'} variant="light" size="lg">
            {count}
          </Badge>
        )
      }
    >
      {count === 0 && (
        <Text size="sm" c="dimmed">
          {t(`reports.${kind}.none`)}
        </Text>
      )}
      <Stack component="ul" gap="sm" className={classes.list}>
        {tasks.map(task => (
          <TaskRow key={task.id} task={task} today={overview.today} projectKey={projectKey} />
        ))}
      </Stack>
      {count > tasks.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('reports.moreTasks', { count: count - tasks.length })}
        </Text>
      )}
    </SectionCard>
  )
}

interface TaskRowProps {
  task: Overview['overdue']['tasks'][number]
  today: string
  projectKey: string | null
}

function TaskRow({ task: { id, number, title, dueDate, assignee }, today, projectKey }: TaskRowProps) {
  const { t, i18n } = useTranslation()
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Stack gap={0} flex={1} miw={0}>
        <Anchor component={Link} to={`/task/${id}`} size="sm" className={classes.name}>
          {taskKey(number, projectKey)} {title}
        </Anchor>
        {dueDate && (
          <Text size="xs" c={dueDate < today ? 'var(--mantine-color-error)' : undefined}>
            {dayInWords(dueDate, i18n.language, { day: 'numeric', month: 'short' })}
            {dueDate < today && ` · ${t('reports.overdue.days', { count: daysUntil(today, dueDate) })}`}
          </Text>
        )}
      </Stack>
      {assignee && (
        <Text size="sm" c="dimmed" className={classes.assignee}>
          {fullName(assignee)}
        </Text>
      )}
    </Group>
  )
}
