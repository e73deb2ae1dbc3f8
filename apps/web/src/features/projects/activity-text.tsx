import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Names, sentenceOf } from './activity-sentence.ts'

interface ActivityTextProps {
  activity: Activity
  names: Names
  /** Of the task that it is about, where it is still there. */
  title: string | undefined
  actor: string
}

// Marks where the task's title stands in the sentence; a title is never read as markup.
const SUBJECT = '\u0001'

export function ActivityText({ activity, names, title, actor }: ActivityTextProps) {
  const { t } = useTranslation()
  const { key, values } = sentenceOf(activity, names)
  const told = t(`projects.activity.told.${key as 'other'}`, {
    ...spelled(t, values),
    task: SUBJECT,
    defaultValue: t('projects.activity.told.other'),
  })
  const [before, after] = told.split(SUBJECT)
  return (
    <Text size="sm">
      <Text span inherit fw={600}>
        {actor}
      </Text>
      {t('projects.activity.joint')}
      {before}
      {after !== undefined && <Subject activity={activity} title={title} />}
      {after}
    </Text>
  )
}

function Subject({ activity: { taskId, before, after }, title }: { activity: Activity; title?: string }) {
  const { t } = useTranslation()
  const remembered = after.title ?? before.title
  if (title === undefined || taskId === null) {
    return typeof remembered === 'string' ? `“${remembered}”` : t('projects.activity.aTask')
  }
  return (
    <Anchor component={Link} to={`/task/${taskId}`} inherit underline="always">
      {title}
    </Anchor>
  )
}

const fields = ['title', 'description', 'priorityId', 'startDate', 'dueDate', 'estimateSeconds'] as const
const roles = ['viewer', 'member', 'manager', 'owner'] as const

/** Ids of fields, roles and spans of time in the reader's words. */
function spelled(t: TFunction, values: Record<string, unknown> = {}) {
  const role = roles.find(one => one === values.role)
  const changed = fields.filter(field => Array.isArray(values.fields) && values.fields.includes(field))
  const minutes = Math.round(Number(values.seconds ?? 0) / 60)
  return {
    ...values,
    role: role && t(`projects.roles.${role}`),
    fields: changed.map(field => t(`projects.activity.fields.${field}`)).join(', '),
    span: t('projects.activity.span', { hours: Math.floor(minutes / 60), minutes: minutes % 60 }),
  }
}
