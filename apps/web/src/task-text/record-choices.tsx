import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { fullName } from '@atrium/ui/format'
import { IconUserMinus } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { usePriorityName } from '../data/priorities.ts'
import { PriorityIcon } from '../data/priority-icon.tsx'
import { type Choice, ChoiceList, matching } from './choice-list.tsx'

interface PriorityChoicesProps {
  priorities: Iterable<TaskPriority>
  value: number
  onChoose: (priorityId: number, name: string) => void
}

export function PriorityChoices({ priorities, value, onChoose }: PriorityChoicesProps) {
  const { t } = useTranslation()
  const nameOf = usePriorityName()
  const choices = [...priorities].map((priority): Choice => {
    const label = nameOf(priority)
    return {
      key: String(priority.id),
      label,
      icon: <PriorityIcon priority={priority} />,
      isOn: priority.id === value,
      choose: () => onChoose(priority.id, label),
    }
  })
  return (
    <ChoiceList
      label={t('boards.fields.priority')}
      placeholder={t('boards.fields.priorityPlaceholder')}
      choicesFor={text => matching(choices, text)}
      nothing={t('boards.fields.nothing')}
      withDigits
    />
  )
}

interface PersonChoicesProps {
  label: string
  members: Member[]
  value: number | null
  /** Offered if someone is chosen; undefined if there must be someone. */
  noneLabel: string | undefined
  onChoose: (userId: number | null, name: string) => void
}

/** The user comes first: two keys choose oneself. */
export function PersonChoices({ label, members, value, noneLabel, onChoose }: PersonChoicesProps) {
  const { t } = useTranslation()
  const { data: me } = useQuery(currentUserQuery)
  const people = members
    .toSorted((one, other) => Number(other.userId === me?.id) - Number(one.userId === me?.id))
    .map(({ userId, user, isRobot }): Choice => {
      const name = fullName(user)
      return {
        key: String(userId),
        label: name,
        icon: <PersonAvatar person={user} size={22} />,
        isOn: userId === value,
        ...(userId === me?.id && { hint: t('boards.filters.me') }),
        ...(isRobot && { hint: t('projects.people.robot') }),
        choose: () => onChoose(userId, name),
      }
    })
  const none = noneLabel !== undefined &&
    value !== null && {
      key: 'none',
      label: noneLabel,
      icon: <IconUserMinus size={16} stroke={1.75} />,
      choose: () => onChoose(null, ''),
    }
  return (
    <ChoiceList
      label={label}
      placeholder={t('boards.fields.assigneePlaceholder')}
      choicesFor={text => matching(none ? [...people, none] : people, text)}
      nothing={t('boards.fields.noMember')}
      withDigits
    />
  )
}

/** Viewers are only offered where they already are. */
export function assignable(members: Member[], assigneeId: number | null) {
  return members.filter(({ role, userId }) => role !== 'viewer' || userId === assigneeId)
}
