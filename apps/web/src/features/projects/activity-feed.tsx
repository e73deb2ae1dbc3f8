import type { Activity } from '@atrium/tasks/projects/activity.schema'
import { Stack } from '@mantine/core'
import { ActivityDay } from './activity-day.tsx'
import { isNews, type Names } from './activity-sentence.ts'

interface ActivityFeedProps {
  activities: Activity[]
  names: Names
  titles: Map<number, string>
}

export function ActivityFeed({ activities, names, titles }: ActivityFeedProps) {
  const days = Map.groupBy(activities.filter(isNews), ({ createdAt }) => dayOf(createdAt))
  return (
    <Stack gap="xl">
      {[...days].map(([day, ofDay]) => (
        <ActivityDay key={day} day={day} activities={ofDay} names={names} titles={titles} />
      ))}
    </Stack>
  )
}

/** The day on the reader's own calendar. */
function dayOf(instant: string) {
  const date = new Date(instant)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}
