import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { durationText } from '@atrium/ui/durations'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Anchor, Avatar, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../../data/account/user-settings.ts'
import { addDays, dayInWords, dayOf, todayIn } from '../../../data/days.ts'
import { isNews, type Names, sentenceOf } from './activity-sentence.ts'

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

interface ActivityDayProps {
  day: string
  timeZone: string
  activities: Activity[]
  names: Names
  titles: Map<number, string>
}

function ActivityDay({ day, timeZone, activities, names, titles }: ActivityDayProps) {
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
  const name = actor ? fullName(actor) : t('projects.activity.nobody')
  const clock = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short', timeZone })
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start">
      {actor ? <PersonAvatar person={actor} size={30} /> : <Avatar size={30} alt="" aria-hidden="true" />}
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

interface ActivityTextProps {
  activity: Activity
  names: Names
  /** The task's title, if the task still exists. */
  title: string | undefined
  actor: string
}

// Marks where the task's title stands in the sentence; a title is never read as markup.
const SUBJECT = '\u0001'

function ActivityText({ activity, names, title, actor }: ActivityTextProps) {
  const { t, i18n } = useTranslation()
  const { key, values } = sentenceOf(activity, names)
  const sentence = t(`projects.activity.events.${key as 'other'}`, {
    ...inWords(t, i18n.language, values),
    task: SUBJECT,
    defaultValue: t('projects.activity.events.other'),
  })
  const [before, after] = sentence.split(SUBJECT)
  return (
    <Text size="sm">
      <Text span inherit fw={600}>
        {actor}
      </Text>
      {t('projects.activity.separator')}
      {before}
      {after !== undefined && <Subject activity={activity} title={title} />}
      {after}
      {activity.application && (
        <Text span inherit c="dimmed">
          {' '}
          {t('projects.activity.via', { application: activity.application })}
        </Text>
      )}
    </Text>
  )
}

function Subject({ activity, title }: { activity: Activity; title?: string }) {
  const { t } = useTranslation()
  const { taskId } = activity
  if (title === undefined || taskId === null) {
    const recorded = recordedTitle(activity)
    return recorded === undefined
      ? t('projects.activity.aTask')
      : t('projects.activity.quoted', { title: recorded })
  }
  return (
    <Anchor component={Link} to={`/task/${taskId}`} inherit underline="always">
      {title}
    </Anchor>
  )
}

function recordedTitle({ before, after }: Activity) {
  const title = 'title' in after ? after.title : undefined
  return title ?? ('title' in before ? before.title : undefined)
}

const fields = [
  'title',
  'description',
  'priorityId',
  'startDate',
  'dueDate',
  'estimateSeconds',
  'coverId',
] as const
const roles = ['viewer', 'member', 'manager', 'owner'] as const

/** Fields, roles and durations in the user's language. */
function inWords(t: TFunction, language: string, values: Record<string, unknown> = {}) {
  const role = roles.find(one => one === values.role)
  const changed = fields.filter(field => Array.isArray(values.fields) && values.fields.includes(field))
  const custom = Array.isArray(values.names)
    ? values.names.map(name => t('tasks.activity.quoted', { name: String(name) }))
    : []
  return {
    ...values,
    other: values.other ?? t('projects.activity.otherTask'),
    role: role && t(`projects.roles.${role}`),
    fields: [...changed.map(field => t(`projects.activity.fields.${field}`)), ...custom].join(', '),
    span: durationText(Number(values.seconds ?? 0), language),
  }
}

/** Today and yesterday by name, other days by date. */
function DayTitle({ day, today }: { day: string; today: string }) {
  const { i18n } = useTranslation()
  const near = [today, addDays(today, -1)].indexOf(day)
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  const text =
    near < 0
      ? dayInWords(day, i18n.language, { weekday: 'long', day: 'numeric', month: 'long', year })
      : new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(-near, 'day')
  return <time dateTime={day}>{text.charAt(0).toUpperCase() + text.slice(1)}</time>
}
