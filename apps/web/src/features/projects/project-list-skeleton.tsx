import { LoadingSkeleton } from '@atrium/ui/loading-skeleton'
import { Card, Group, Skeleton } from '@mantine/core'
import classes from './project-list.module.css'

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']

export function ProjectListSkeleton() {
  return (
    <LoadingSkeleton>
      <div className={classes.list}>
        {places.map(place => (
          <Card key={place} shadow="xs" h={212}>
            <Group justify="space-between" align="flex-start" mb="md">
              <Skeleton w={42} h={42} />
              <Skeleton w={64} h={20} radius="sm" />
            </Group>
            <Skeleton h={18} w="65%" mt={4} />
            <Skeleton h={12} mt={14} />
            <Skeleton h={12} w="80%" mt={9} />
            <Group justify="space-between" mt="auto">
              <Skeleton h={12} w={56} />
              <Skeleton h={12} w={88} />
            </Group>
          </Card>
        ))}
      </div>
    </LoadingSkeleton>
  )
}
