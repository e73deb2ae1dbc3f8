import { LoadingSkeleton } from '@atrium/ui/feedback/states'
import { Group, Skeleton } from '@mantine/core'
import classes from './board-skeleton.module.css'

const heights = [
  [78, 96, 78, 62],
  [96, 62, 78],
  [62, 78],
]

export function BoardSkeleton() {
  return (
    <LoadingSkeleton>
      <Group gap="sm" px="lg" pt="md" pb="lg">
        <Skeleton h={20} w={220} />
      </Group>
      <div className={classes.columns}>
        {heights.map(cards => (
          <div key={cards.join()} className={classes.column}>
            <Skeleton h={16} w="45%" my={6} />
            {cards.map((height, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never change
              <Skeleton key={place} h={height} radius="md" />
            ))}
          </div>
        ))}
      </div>
    </LoadingSkeleton>
  )
}
