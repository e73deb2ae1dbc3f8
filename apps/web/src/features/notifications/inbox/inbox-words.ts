import type { NotificationType } from '@atrium/tasks/notifications/notification.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import { branding } from '@atrium/ui/branding'
import { fullName } from '@atrium/ui/format'
import { useTranslation } from 'react-i18next'
import type { InboxGroup } from './inbox.queries.ts'

type AboutTask = Extract<NotificationType, `task.${string}` | `comment.${string}`>

/** What a group is called, and what happened last in it. */
export function useGroupWords() {
  const { t, i18n } = useTranslation()

  const nameOf = ({ newest: { context, actor } }: InboxGroup) => {
    const names = context.actors?.map(({ name }) => name).filter(Boolean) as string[] | undefined
    if (names && names.length > 1) return new Intl.ListFormat(i18n.language).format(names)
    return actor ? fullName(actor) : (context.actor?.name ?? branding.name)
  }
  const titleOf = ({ task, newest }: InboxGroup) =>
    task ? `${taskKey(task.number, task.projectKey)} ${task.title}` : newest.subject

  const whatHappened = (group: InboxGroup) => {
    const { newest, task } = group
    if (!task) return newest.body
    const type = newest.type as AboutTask
    const count = newest.context.actors?.length ?? 1
    const event = t(`notifications.inbox.kinds.${type}`, { name: nameOf(group), count })
    return type.startsWith('comment.') && newest.body ? `${event}: ${newest.body}` : event
  }
  return { titleOf, whatHappened }
}
