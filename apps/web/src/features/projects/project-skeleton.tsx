import { LoadingSkeleton } from '@atrium/ui/loading-skeleton'
import { Group, SimpleGrid, Skeleton, Stack } from '@mantine/core'

export function ProjectSkeleton() {
  return (
    <LoadingSkeleton>
      <Group align="flex-start" mb="xl">
        <Skeleton w={48} h={48} />
        <Stack gap="sm" flex={1}>
          <Skeleton h={26} w="min(18rem, 80%)" />
          <Skeleton h={12} w="min(28rem, 95%)" />
        </Stack>
      </Group>
      <Skeleton h={38} mb="xl" />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Skeleton h={150} radius="lg" />
        <Skeleton h={150} radius="lg" />
        <Skeleton h={150} radius="lg" />
      </SimpleGrid>
    </LoadingSkeleton>
  )
}
