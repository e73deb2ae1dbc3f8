import type { Activity } from '@atrium/tasks/projects/activity.contract'
import { durationText } from '@atrium/ui/duration-text'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Names, sentenceOf } from './activity-sentence.ts'

interface ActivityTextProps {
  activity: Activity
  names: Names
  /** The task's title, if the task still exists. */
  title: string | undefined
  actor: string
}

// Marks where the task's title stands in the sentence; a title is never read as markup.
const SUBJECT = '\u0001'

export function ActivityText({ activity, names, title, actor }: ActivityTextProps) {
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

const fields = ['title', 'description', 'priorityId', 'startDate', 'dueDate', 'estimateSeconds'] as const
const roles = ['viewer', 'member', 'manager', 'owner'] as const

/** Fields, roles and durations in the user's language. */
function inWords(t: TFunction, language: string, values: Record<string, unknown> = {}) {
  const role = roles.find(one => one === values.role)
  const changed = fields.filter(field => Array.isArray(values.fields) && values.fields.includes(field))
  return {
    ...values,
    role: role && t(`projects.roles.${role}`),
    fields: changed.map(field => t(`projects.activity.fields.${field}`)).join(', '),
    span: durationText(Number(values.seconds ?? 0), language),
  }
}
