import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import type { DailySummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { EmptyState } from '@atrium/ui/feedback/states'
import { durationText } from '@atrium/ui/format'
import { IconClock } from '@atrium/ui/icons'
import { DurationText } from '@atrium/ui/time-text'
import { Alert, Card, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyBars } from '../charts/lazy-bars.tsx'
import { DeleteIntervalDialog, EditIntervalDialog } from '../intervals/interval-dialogs.tsx'
import { IntervalList } from '../intervals/interval-list.tsx'

interface DaySheetProps {
  summary: DailySummary
  intervals: TimeInterval[]
  timeZone: string
}

/** Total, hours and intervals of one day. */
export function DaySheet({ summary, intervals, timeZone }: DaySheetProps) {
  const { t, i18n } = useTranslation()
  const [edited, setEdited] = useState<TimeInterval>()
  const [deleted, setDeleted] = useState<TimeInterval>()
  const { date, hours, totalSeconds, overlapSeconds } = summary
  return (
    <Stack gap="lg">
      {intervals.length === 0 ? (
        <EmptyState
          icon={<IconClock stroke={1.5} />}
          title={t('time.empty.title')}
          text={t('time.empty.text')}
        />
      ) : (
        <>
          <Card padding="md" shadow="xs">
            <Group justify="space-between" align="baseline" mb="sm">
              <Text component="h2" size="sm" fw={600} m={0}>
                {t('time.day.hours')}
              </Text>
              <Text fw={650} fz="lg">
                {t('time.day.total')} <DurationText seconds={totalSeconds} />
              </Text>
            </Group>
            <HoursChart hours={hours} />
          </Card>
          {overlapSeconds > 0 && (
            <Alert color="amber" role="status">
              {t('time.day.overlap', { duration: durationText(overlapSeconds, i18n.language) })}
            </Alert>
          )}
          <IntervalList
            intervals={intervals}
            date={date}
            timeZone={timeZone}
            onEdit={setEdited}
            onDelete={setDeleted}
          />
        </>
      )}
      <EditIntervalDialog interval={edited} onClose={() => setEdited(undefined)} timeZone={timeZone} />
      <DeleteIntervalDialog interval={deleted} onClose={() => setDeleted(undefined)} />
    </Stack>
  )
}

/** A bar for each hour of the local clock. */
function HoursChart({ hours }: { hours: number[] }) {
  const { t, i18n } = useTranslation()
  const words = (seconds: number) => durationText(seconds, i18n.language)
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
  const fullest = Math.max(60, ...hours.map(seconds => Math.ceil(seconds / 60)))
  return (
    <>
      <VisuallyHidden component="ul">
        {hours.map(
          (seconds, hour) => seconds > 0 && <li key={clock(hour)}>{`${clock(hour)}: ${words(seconds)}`}</li>,
        )}
      </VisuallyHidden>
      <LazyBars
        h={150}
        dataKey="hour"
        data={hours.map((seconds, hour) => ({ hour: clock(hour), minutes: seconds / 60 }))}
        series={[{ name: 'minutes', label: t('time.report.duration'), color: 'cobalt.5' }]}
        xAxisProps={{ interval: 'preserveStart', minTickGap: 16 }}
        yAxisProps={{ domain: [0, fullest], ticks: [0, fullest / 2, fullest], width: 60 }}
        valueFormatter={minutes => words(minutes * 60)}
      />
    </>
  )
}
