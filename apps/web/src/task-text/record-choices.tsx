import type { Member } from '@atrium/tasks/projects/member.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import { MAX_ASSIGNEES } from '@atrium/tasks/tasks/task.contract'
import { fullName } from '@atrium/ui/format'
import { IconUserMinus, IconUserStar, IconUsersPlus } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toggleAssignee } from '../data/people/assignees.ts'
import { usePriorityName } from '../data/planning/priorities.ts'
import { PriorityIcon } from '../data/planning/priority-icon.tsx'
import { currentUserQuery } from '../data/session/current-user.ts'
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
  /** Offered below the people. */
  more?: Choice
  isLoading?: boolean
}

/** The user comes first: two keys choose oneself. */
export function PersonChoices(props: PersonChoicesProps) {
  const { label, members, value, noneLabel, onChoose, more, isLoading = false } = props
  const { t } = useTranslation()
  const { data: me } = useQuery(currentUserQuery)
  const people = myselfFirst(members, me?.id).map(({ userId, user, isRobot, isGuest }): Choice => {
    const name = fullName(user)
    return {
      key: String(userId),
      label: name,
      icon: <PersonAvatar person={user} size={22} />,
      isOn: userId === value,
      ...(userId === me?.id && { hint: t('boards.filters.me') }),
      ...(isRobot && { hint: t('projects.people.robot') }),
      ...(isGuest && { hint: t('projects.people.guest') }),
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
      choicesFor={text => matching([...people, ...(none ? [none] : []), ...(more ? [more] : [])], text)}
      nothing={t('boards.fields.noMember')}
      isLoading={isLoading}
      withDigits
    />
  )
}

function myselfFirst(members: Member[], myId: number | undefined) {
  return members.toSorted((one, other) => Number(other.userId === myId) - Number(one.userId === myId))
}

interface AssigneeChoicesProps {
  members: Member[]
  isLoading?: boolean
  /** The responsible person comes first. */
  assigneeIds: number[]
  /** Someone becomes responsible, or nobody is on the task any more. */
  onAssign: (userId: number | null, name: string) => void
  /** Stays open, because a task can have several people. */
  onChange: (assigneeIds: number[], names: string) => void
}

/** Chooses who is responsible; for several people, each can be added and removed. */
export function AssigneeChoices(props: AssigneeChoicesProps) {
  const { members, assigneeIds, onAssign, onChange, isLoading = false } = props
  const { t } = useTranslation()
  const { data: me } = useQuery(currentUserQuery)
  const [isSeveral, setIsSeveral] = useState(assigneeIds.length > 1)
  const label = t('boards.fields.assignee')
  const offered = assignable(members, assigneeIds)
  const nameOf = (id: number) => {
    const member = members.find(({ userId }) => userId === id)
    return member ? fullName(member.user) : t('tasks.words.formerMember')
  }
  if (!isSeveral)
    return (
      <PersonChoices
        label={label}
        members={offered}
        isLoading={isLoading}
        value={assigneeIds[0] ?? null}
        noneLabel={t('boards.filters.nobody')}
        onChoose={onAssign}
        more={{
          key: 'several',
          label: t('boards.fields.severalPeople'),
          icon: <IconUsersPlus size={16} stroke={1.75} />,
          choose: () => setIsSeveral(true),
        }}
      />
    )
  const change = (ids: number[]) => onChange(ids, ids.map(nameOf).join(', '))
  const people = myselfFirst(offered, me?.id).map(({ userId, user }): Choice => {
    const isOn = assigneeIds.includes(userId)
    const isFull = !isOn && assigneeIds.length >= MAX_ASSIGNEES
    return {
      key: String(userId),
      label: fullName(user),
      icon: <PersonAvatar person={user} size={22} />,
      isOn,
      ...(userId === assigneeIds[0] && { hint: t('boards.fields.responsible') }),
      choose: () => !isFull && change(toggleAssignee(assigneeIds, userId)),
    }
  })
  const others = assigneeIds.slice(1).map(
    (id, at): Choice => ({
      key: `responsible-${id}`,
      label: t('boards.fields.makeResponsible', { name: nameOf(id) }),
      icon: <IconUserStar size={16} stroke={1.75} />,
      ...(at === 0 && { group: t('boards.fields.responsible') }),
      choose: () => change([id, ...assigneeIds.filter(other => other !== id)]),
    }),
  )
  return (
    <ChoiceList
      key="several"
      label={label}
      placeholder={t('boards.fields.peoplePlaceholder')}
      choicesFor={text => matching([...people, ...others], text)}
      nothing={t('boards.fields.noMember')}
      isLoading={isLoading}
      withDigits
      isMultiple
    />
  )
}

/** Viewers are only offered where they already are. */
export function assignable(members: Member[], assigneeIds: number[]) {
  return members.filter(({ role, userId }) => role !== 'viewer' || assigneeIds.includes(userId))
}
