import type { Workload, WorkloadPerson } from '@atrium/tasks/reports/portfolio.contract'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { DurationText } from '@atrium/ui/time-text'
import { Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './portfolio.module.css'

/** Who has how much to do across projects; those with the most work for their hours come first. */
export function WorkloadTable({ workload: { people, projects } }: { workload: Workload }) {
  const { t } = useTranslation()
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  const sorted = people.toSorted((one, other) => pressureOf(other) - pressureOf(one))
  return (
    <Table verticalSpacing="sm" className={classes.table} aria-label={t('reports.workload.title')}>
      <Table.Thead>
        <Table.Tr>
          {(['person', 'due', 'open', 'estimate', 'overdue'] as const).map(name => (
            <Table.Th key={name} scope="col">
              {t(`reports.workload.columns.${name}`)}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sorted.map(person => (
          <PersonRow key={person.user?.id ?? 'none'} person={person} names={names} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Tasks without an assignee come last. */
function pressureOf({ user, dueSeconds, capacitySeconds, openCount }: WorkloadPerson) {
  if (!user) return -1
  const ratio = capacitySeconds ? dueSeconds / capacitySeconds : dueSeconds > 0 ? Number.MAX_SAFE_INTEGER : 0
  // Open tasks without an estimate still count for something.
  return ratio + Math.min(openCount, 10_000) / 1e9
}

const MAX_PROJECTS = 4

interface PersonRowProps {
  person: WorkloadPerson
  names: ReadonlyMap<number, string>
}

function PersonRow({ person, names }: PersonRowProps) {
  const { t } = useTranslation()
  const { user, openCount, overdueCount, unestimatedCount, estimateSeconds, projects } = person
  const name = user ? fullName(user) : t('reports.load.unassigned')
  const others = projects.length - MAX_PROJECTS
  const where = projects.slice(0, MAX_PROJECTS).map(({ id, openCount }) => `${names.get(id)} ${openCount}`)
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={600}>
        <Group gap="sm" wrap="nowrap">
          {user && <PersonAvatar person={user} size={30} />}
          <Stack gap={0} miw={0}>
            <Text span inherit c={user ? undefined : 'dimmed'} className={classes.name}>
              {name}
            </Text>
            <Text size="xs" c="dimmed" className={classes.name}>
              {where.join(' · ')}
              {others > 0 && ` · ${t('reports.workload.moreProjects', { count: others })}`}
            </Text>
          </Stack>
        </Group>
      </Table.Th>
      <Table.Td>
        <DueWork person={person} name={name} />
      </Table.Td>
      <Table.Td data-label={t('reports.workload.columns.open')}>{openCount || '–'}</Table.Td>
      <Table.Td data-label={t('reports.workload.columns.estimate')}>
        {estimateSeconds > 0 ? <DurationText seconds={estimateSeconds} /> : '–'}
        {unestimatedCount > 0 && (
          <Text size="xs" c="dimmed">
            {t('reports.workload.unestimated', { count: unestimatedCount })}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label={t('reports.workload.columns.overdue')}>
        <Text
          span
          inherit
          fw={overdueCount > 0 ? 600 : undefined}
          c={overdueCount > 0 ? 'var(--mantine-color-error)' : undefined}
        >
          {overdueCount || '–'}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

/** Estimates of what is due in the period, next to the hours of the person. */
function DueWork({ person, name }: { person: WorkloadPerson; name: string }) {
  const { t } = useTranslation()
  const { dueCount, dueSeconds, capacitySeconds } = person
  if (capacitySeconds === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('reports.workload.due', { count: dueCount })}
      </Text>
    )
  }
  const excess = dueSeconds - capacitySeconds
  const percent = capacitySeconds > 0 ? (dueSeconds / capacitySeconds) * 100 : dueSeconds > 0 ? 100 : 0
  return (
    <>
      <Text size="sm">
        <DurationText seconds={dueSeconds} />
        {' / '}
        <DurationText seconds={capacitySeconds} />
        {excess > 0 && (
          <Text span inherit fw={600} c="var(--mantine-color-error)">
            {' · '}
            {t('reports.workload.over')} <DurationText seconds={excess} />
          </Text>
        )}
      </Text>
      <Progress
        value={Math.min(100, percent)}
        color={excess > 0 ? 'red' : undefined}
        size={6}
        mt={4}
        aria-label={t('reports.workload.dueOf', { name })}
      />
    </>
  )
}
