import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { Stack } from '@mantine/core'
import { dayOf } from '../../data/days.ts'
import { useTimeZone } from '../../data/user-settings.ts'
import { ActivityDay } from './activity-day.tsx'
import { isNews, type Names } from './activity-sentence.ts'

interface ActivityFeedProps {
  activities: Activity[]
  names: Names
  titles: Map<number, string>
}

export function ActivityFeed({ activities, names, titles }: ActivityFeedProps) {
  const { timeZone = 'UTC' } = useTimeZone()
  const days = Map.groupBy(activities.filter(isNews), ({ createdAt }) => dayOf(createdAt, timeZone))
  return (
    <Stack gap="xl">
      {[...days].map(([day, ofDay]) => (
        <ActivityDay
          key={day}
          day={day}
          timeZone={timeZone}
          activities={ofDay}
          names={names}
          titles={titles}
        />
      ))}
    </Stack>
  )
}
