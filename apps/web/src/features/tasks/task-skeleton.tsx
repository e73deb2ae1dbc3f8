import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Skeleton, Stack } from '@mantine/core'

export function TaskSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack p="lg" gap="lg">
        <Skeleton h={20} w={80} />
        <Skeleton h={30} w="70%" />
        <Skeleton h={120} />
        <Skeleton h={200} />
      </Stack>
    </LoadingSkeleton>
  )
}
