import { LoadingSkeleton } from '@atrium/ui/loading-skeleton'
import { Group, Skeleton, Stack } from '@mantine/core'

const widths = [140, 110, 165, 125, 150, 100]

export function UsersTableSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="lg" p="lg">
        {widths.map(width => (
          <Group key={width} gap="sm" wrap="nowrap">
            <Skeleton w={36} h={36} circle />
            <Stack gap={8} flex={1}>
              <Skeleton h={12} w={width} />
              <Skeleton h={10} w={width + 40} />
            </Stack>
            <Skeleton h={18} w={64} radius="sm" visibleFrom="xs" />
            <Skeleton h={12} w={96} visibleFrom="md" />
          </Group>
        ))}
      </Stack>
    </LoadingSkeleton>
  )
}
