import { DurationText } from '@atrium/ui/duration-text'
import { Box, Group, Progress, Stack, Text } from '@mantine/core'

interface ShareBarsProps {
  rows: { key: number | string; label: string; seconds: number }[]
}

/** One bar a row, the longest one full. */
export function ShareBars({ rows }: ShareBarsProps) {
  const longest = Math.max(1, ...rows.map(({ seconds }) => seconds))
  return (
    <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map(({ key, label, seconds }) => (
        <Box component="li" key={key}>
          <Group justify="space-between" wrap="nowrap" gap="sm" mb={4} fz="sm">
            <Text inherit truncate>
              {label}
            </Text>
            <Text inherit c="dimmed" flex="none">
              <DurationText seconds={seconds} />
            </Text>
          </Group>
          <Progress value={(seconds / longest) * 100} size="md" aria-hidden="true" />
        </Box>
      ))}
    </Stack>
  )
}
