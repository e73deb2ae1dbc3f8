import { LoadingSkeleton } from '@atrium/ui/loading-skeleton'
import { Skeleton, Stack } from '@mantine/core'

export function MyWorkSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="xl">
        <Skeleton h={180} radius="lg" />
        <Skeleton h={240} radius="lg" />
      </Stack>
    </LoadingSkeleton>
  )
}
