import { LoadingSkeleton } from '@atrium/ui/loading-skeleton'
import { SimpleGrid, Skeleton, Stack } from '@mantine/core'

export function DashboardSkeleton() {
  return (
    <LoadingSkeleton>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
          {['users', 'signed-in', 'today', 'mail'].map(figure => (
            <Skeleton key={figure} h={118} radius="lg" />
          ))}
        </SimpleGrid>
        <Skeleton h={330} radius="lg" />
      </Stack>
    </LoadingSkeleton>
  )
}
