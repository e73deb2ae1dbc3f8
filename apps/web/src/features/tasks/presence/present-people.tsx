import type { TaskActivity } from '@atrium/tasks/live/task-presence.contract'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Avatar, Text, Tooltip, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useTaskPresence } from './task-presence.tsx'

const MAX_SHOWN = 3

/** Who else has the task open. */
export function PresentPeople() {
  const { t } = useTranslation()
  const { others } = useTaskPresence()
  const people = others.map(({ user }) => user)
  const names = useNames(people.map(fullName))
  if (people.length === 0) return null
  return (
    <Tooltip label={t('tasks.presence.here', { names })}>
      <Avatar.Group spacing={6} role="group" aria-label={t('tasks.presence.label')}>
        {people.slice(0, MAX_SHOWN).map(person => (
          <span key={person.id}>
            <PersonAvatar person={person} size={26} />
            <VisuallyHidden>{fullName(person)}</VisuallyHidden>
          </span>
        ))}
        {people.length > MAX_SHOWN && <Avatar size={26}>+{people.length - MAX_SHOWN}</Avatar>}
      </Avatar.Group>
    </Tooltip>
  )
}

/** Who is writing a comment or the description right now. */
export function WhoWrites({ activity }: { activity: Exclude<TaskActivity, 'viewing' | 'left'> }) {
  const { t } = useTranslation()
  const { others } = useTaskPresence()
  const names = others.filter(one => one.activity === activity).map(({ user }) => fullName(user))
  const list = useNames(names)
  return (
    <Text size="xs" c="dimmed" role="status">
      {names.length > 0 && t(`tasks.presence.${activity}`, { names: list, count: names.length })}
    </Text>
  )
}

function useNames(names: string[]) {
  const { i18n } = useTranslation()
  return new Intl.ListFormat(i18n.language).format(names)
}
