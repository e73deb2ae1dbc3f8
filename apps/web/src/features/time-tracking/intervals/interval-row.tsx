import type { TimeInterval } from '@atrium/tasks/time-tracking/time-interval.contract'
import { DurationText } from '@atrium/ui/duration-text'
import { IconPencil, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { dayInWords, dayOf } from '../../../data/days.ts'
import { TickingTime } from '../ticking-time.tsx'

interface IntervalRowProps {
  interval: TimeInterval
  date: string
  timeZone: string
  onEdit: () => void
  onDelete: () => void
}

export function IntervalRow({ interval, date, timeZone, onEdit, onDelete }: IntervalRowProps) {
  const { t, i18n } = useTranslation()
  const { startedAt, endedAt, duration, note, isCapped, source } = interval
  const time = (instant: string) => timeText(instant, date, timeZone, i18n.language)
  const words = { from: time(startedAt), to: endedAt ? time(endedAt) : t('time.interval.now') }
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start" mih={34}>
      <Stack gap={0} flex={1} miw={0} pt={5}>
        <Group gap="sm" fz="sm" style={{ rowGap: 0 }}>
          <Text inherit style={{ fontVariantNumeric: 'tabular-nums' }}>{`${words.from} – ${words.to}`}</Text>
          <Text inherit c="dimmed">
            {duration === null ? (
              <TickingTime since={startedAt} inherit />
            ) : (
              <DurationText seconds={duration} />
            )}
          </Text>
          {source === 'manual' && (
            <Text size="xs" c="dimmed">
              {t('time.interval.manual')}
            </Text>
          )}
        </Group>
        {note && (
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
            {note}
          </Text>
        )}
        {isCapped && (
          <Text size="xs" c="var(--mantine-color-error)">
            {t('time.interval.capped')}
          </Text>
        )}
      </Stack>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        onClick={onEdit}
        aria-label={t('time.interval.edit', words)}
      >
        <IconPencil size={16} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        onClick={onDelete}
        aria-label={t('time.interval.delete', words)}
      >
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </Group>
  )
}

/** With its day where that is another one than the sheet's. */
function timeText(instant: string, date: string, timeZone: string, language: string) {
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }).format(new Date(instant))
  const day = dayOf(instant, timeZone)
  return day === date ? clock : `${dayInWords(day, language, { weekday: 'short' })} ${clock}`
}
