import { Skeleton, Stack } from '@mantine/core'
import { LoadingSkeleton } from './loading-skeleton.tsx'

const places = ['first', 'second', 'third', 'fourth', 'fifth']

export function RowsSkeleton({ rows = places.length }: { rows?: number }) {
  return (
    <LoadingSkeleton>
      <Stack gap="sm">
        {places.slice(0, rows).map(place => (
          <Skeleton key={place} h={52} />
        ))}
      </Stack>
    </LoadingSkeleton>
  )
}
