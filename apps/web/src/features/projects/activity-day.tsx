import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { fullName } from '@atrium/ui/person'
import { Avatar, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { todayIn } from '../../data/days.ts'
import type { Names } from './activity-sentence.ts'
import { ActivityText } from './activity-text.tsx'
import { DayTitle } from './day-title.tsx'

interface ActivityDayProps {
  day: string
  timeZone: string
  activities: Activity[]
  names: Names
  titles: Map<number, string>
}

export function ActivityDay({ day, timeZone, activities, names, titles }: ActivityDayProps) {
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h4">
        <DayTitle day={day} today={todayIn(timeZone)} />
      </Title>
      <Card padding="md">
        <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {activities.map(activity => (
            <ActivityRow
              key={activity.id}
              activity={activity}
              timeZone={timeZone}
              names={names}
              title={activity.taskId === null ? undefined : titles.get(activity.taskId)}
            />
          ))}
        </Stack>
      </Card>
    </Stack>
  )
}

interface ActivityRowProps {
  activity: Activity
  timeZone: string
  names: Names
  title: string | undefined
}

function ActivityRow({ activity, timeZone, names, title }: ActivityRowProps) {
  const { t, i18n } = useTranslation()
  const { actor, createdAt } = activity
  const name = actor ? fullName({ ...actor, email: null }) : t('projects.activity.nobody')
  const clock = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', timeZone })
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      <Avatar src={actor?.avatarUrl} name={name} color="initials" size={30} alt="" aria-hidden="true" />
      <Stack gap={2} flex={1} miw={0} pt={4}>
        <ActivityText activity={activity} names={names} title={title} actor={name} />
        {activity.type === 'comment.created' && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {withNames(activity.after.excerpt, names)}
          </Text>
        )}
      </Stack>
      <Text component="time" dateTime={createdAt} size="xs" c="dimmed" pt={6} flex="none">
        {clock.format(new Date(createdAt))}
      </Text>
    </Group>
  )
}

/** A mention is stored as `@[12]`. */
function withNames(text: string, { people }: Names) {
  return text.replace(/@\[(\d{1,16})\]/g, (token, id) => {
    const name = people.get(Number(id))
    return name ? `@${name}` : token
  })
}
