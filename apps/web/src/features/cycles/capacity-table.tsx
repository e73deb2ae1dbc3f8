import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import type { CapacityReport } from '@atrium/tasks/reports/cycle-report.contract'
import { durationText } from '@atrium/ui/durations'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { Progress, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { capacityQuery } from './cycle.queries.ts'
import classes from './planning.module.css'

type Person = CapacityReport['people'][number]

/** What each person has to do in the cycle, next to how long they work on its days. */
export function CapacityTable({ cycle }: { cycle: Cycle }) {
  const { t } = useTranslation()
  const query = useQuery(capacityQuery(cycle.projectId, cycle.id))
  const { data, error, isFetching, refetch } = query
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
    ) : (
      <RowsSkeleton rows={3} />
    )
  const people = data.people.filter(({ userId, taskCount }) => userId !== null || taskCount > 0)
  const hasDates = cycle.startDate !== null && cycle.endDate !== null
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={440}>
        <Table verticalSpacing={6} aria-label={t('cycles.capacity.label', { name: cycle.name })}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('cycles.capacity.person')}</Table.Th>
              <Table.Th ta="end">{t('cycles.capacity.tasks')}</Table.Th>
              <Table.Th ta="end">{t('cycles.capacity.estimate')}</Table.Th>
              <Table.Th ta="end">{t('cycles.capacity.remaining')}</Table.Th>
              {hasDates && <Table.Th ta="end">{t('cycles.capacity.available')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {people.map(person => (
              <PersonRow key={person.userId ?? 0} person={person} hasDates={hasDates} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed">
        {t(hasDates ? 'cycles.capacity.hint' : 'cycles.capacity.noDates')}
      </Text>
    </Stack>
  )
}

function PersonRow({ person, hasDates }: { person: Person; hasDates: boolean }) {
  const { t, i18n } = useTranslation()
  const { name, taskCount, doneCount, unestimatedCount } = person
  const { estimateSeconds, remainingSeconds, capacitySeconds } = person
  const duration = (seconds: number) => durationText(seconds, i18n.language)
  const isOver = capacitySeconds !== null && estimateSeconds > capacitySeconds
  const share = capacitySeconds ? Math.min(100, (100 * estimateSeconds) / capacitySeconds) : 0
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} miw={130}>
        {name ?? t('cycles.capacity.unassigned')}
        {capacitySeconds !== null && capacitySeconds > 0 && (
          <Progress value={share} color={isOver ? 'red' : 'teal.6'} size="xs" mt={4} aria-hidden />
        )}
      </Table.Th>
      <Table.Td ta="end">{`${doneCount}/${taskCount}`}</Table.Td>
      <Table.Td ta="end" className={isOver ? classes.over : undefined}>
        {duration(estimateSeconds)}
        {isOver && (
          <Text span size="xs" display="block">
            {t('cycles.capacity.over', { duration: duration(estimateSeconds - (capacitySeconds ?? 0)) })}
          </Text>
        )}
        {unestimatedCount > 0 && (
          <Text span size="xs" c="dimmed" display="block">
            {t('cycles.capacity.unestimated', { count: unestimatedCount })}
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="end">{duration(remainingSeconds)}</Table.Td>
      {hasDates && <Table.Td ta="end">{capacitySeconds === null ? '' : duration(capacitySeconds)}</Table.Td>}
    </Table.Tr>
  )
}
