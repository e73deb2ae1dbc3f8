import { pageTitle } from '@atrium/ui/branding'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { IconClockPlus } from '@atrium/ui/icons'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Button, Group, Skeleton, Stack, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../data/account/user-settings.ts'
import { mondayOf, todayIn } from '../data/days.ts'
import { DaySwitch, WeekStrip, ZoneNote } from '../features/time-tracking/day-navigation.tsx'
import { DaySheet } from '../features/time-tracking/day-sheet.tsx'
import { AddIntervalDialog } from '../features/time-tracking/interval-dialogs.tsx'
import { touchesDay } from '../features/time-tracking/interval-times.ts'
import { dailySummaryQuery, intervalsQuery } from '../features/time-tracking/time.queries.ts'

export default function TimePage() {
  const { t } = useTranslation()
  const { timeZone, isSetting } = useTimeZone()
  return (
    <PageContainer>
      <title>{pageTitle(t('time.title'))}</title>
      {timeZone ? <Sheet timeZone={timeZone} isSetting={isSetting} /> : <SheetSkeleton />}
    </PageContainer>
  )
}

function Sheet({ timeZone, isSetting }: { timeZone: string; isSetting: boolean }) {
  const { t } = useTranslation()
  const today = todayIn(timeZone)
  const { date = today } = useSearch({ from: '/time' })
  const navigate = useNavigate({ from: '/time' })
  const [isAdding, adding] = useDisclosure()
  const summary = useQuery(dailySummaryQuery(date, timeZone))
  const week = useQuery(intervalsQuery(mondayOf(date), 7, timeZone))
  const failed = [summary, week].find(({ data, error }) => !data && error)
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>{t('time.title')}</Title>
        <Button leftSection={<IconClockPlus size={18} />} onClick={adding.open}>
          {t('time.interval.add')}
        </Button>
      </Group>
      <DaySwitch
        date={date}
        today={today}
        onChange={next => void navigate({ search: next === today ? {} : { date: next } })}
      />
      <WeekStrip date={date} today={today} intervals={week.data} timeZone={timeZone} />
      {(summary.isPending || week.isPending) && <SheetSkeleton />}
      {failed && <ErrorState error={failed.error} onRetry={failed.refetch} isRetrying={failed.isFetching} />}
      {summary.data && week.data && (
        <DaySheet
          summary={summary.data}
          intervals={week.data.filter(interval => touchesDay(interval, date, timeZone))}
          timeZone={timeZone}
        />
      )}
      <ZoneNote timeZone={timeZone} isSetting={isSetting} />
      <AddIntervalDialog isOpen={isAdding} onClose={adding.close} date={date} timeZone={timeZone} />
    </Stack>
  )
}

function SheetSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="lg">
        <Skeleton h={120} />
        <Skeleton h={210} />
        <Skeleton h={140} />
      </Stack>
    </LoadingSkeleton>
  )
}
