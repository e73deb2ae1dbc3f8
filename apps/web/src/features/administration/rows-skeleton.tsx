import { LoadingSkeleton } from '@atrium/ui/loading-skeleton'
import { Skeleton, Stack } from '@mantine/core'

export function RowsSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="sm">
        {['first', 'second', 'third', 'fourth', 'fifth'].map(place => (
          <Skeleton key={place} h={52} />
        ))}
      </Stack>
    </LoadingSkeleton>
  )
}
