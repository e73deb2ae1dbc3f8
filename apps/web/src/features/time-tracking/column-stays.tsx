import type { TimeSummary } from '@atrium/tasks/time-tracking/time-summary.contract'
import { ColorSwatch, Group, Progress, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { longDurationText } from './long-duration.ts'
import { seriesColor } from './series-color.ts'

type ColumnStaysProps = { stays: TimeSummary['byColumn'] }

/** The occupancy diagram: one bar, as long as the task's life, parted by columns. */
export function ColumnStays({ stays }: ColumnStaysProps) {
  const { i18n } = useTranslation()
  const total = Math.max(
    1,
    stays.reduce((sum, { seconds }) => sum + seconds, 0),
  )
  return (
    <Stack gap="sm">
      <Progress.Root size={18} aria-hidden="true">
        {stays.map(({ columnId, seconds }, index) => (
          <Progress.Section key={columnId} value={(seconds / total) * 100} color={seriesColor(index)} />
        ))}
      </Progress.Root>
      <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {stays.map(({ columnId, title, seconds }, index) => (
          <Group component="li" key={columnId} gap="xs" wrap="nowrap" fz="sm">
            <ColorSwatch
              color={cssColor(seriesColor(index))}
              size={12}
              withShadow={false}
              aria-hidden="true"
            />
            <Text inherit truncate flex={1}>
              {title}
            </Text>
            <Text inherit c="dimmed" flex="none">
              {longDurationText(seconds, i18n.language)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Stack>
  )
}

function cssColor(color: string) {
  return `var(--mantine-color-${color.replace('.', '-')})`
}
