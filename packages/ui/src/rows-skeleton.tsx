import { Skeleton, Stack } from '@mantine/core'
import { LoadingSkeleton } from './loading-skeleton.tsx'

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
