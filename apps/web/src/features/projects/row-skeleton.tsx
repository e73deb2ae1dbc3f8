import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Card, Group, Skeleton, Stack } from '@mantine/core'

const places = ['first', 'second', 'third', 'fourth']

/** The placeholder of a list of people, tasks or events. */
export function RowSkeleton() {
  return (
    <LoadingSkeleton>
      <Card>
        <Stack gap="lg">
          {places.map(place => (
            <Group key={place} wrap="nowrap">
              <Skeleton circle h={38} />
              <Stack gap={8} flex={1}>
                <Skeleton h={13} w="40%" />
                <Skeleton h={10} w="65%" />
              </Stack>
            </Group>
          ))}
        </Stack>
      </Card>
    </LoadingSkeleton>
  )
}
