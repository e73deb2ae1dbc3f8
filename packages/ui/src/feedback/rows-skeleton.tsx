import { Card, Group, Skeleton, Stack } from '@mantine/core'
import { LoadingSkeleton } from './states.tsx'

const widths = [150, 120, 170]

/** Rows with an icon and two lines of text, while they are loaded. */
export function RowsSkeleton() {
  return (
    <LoadingSkeleton>
      <Card shadow="xs">
        <Stack gap="xl">
          {widths.map(width => (
            <Group key={width} gap="md" wrap="nowrap">
              <Skeleton w={40} h={40} radius="md" visibleFrom="xs" />
              <Stack gap={10} flex={1}>
                <Skeleton h={14} w={width} />
                <Skeleton h={10} w={width + 60} />
              </Stack>
            </Group>
          ))}
        </Stack>
      </Card>
    </LoadingSkeleton>
  )
}
