import type { Member } from '@atrium/tasks/projects/member.contract'
import { MAX_ASSIGNEES, type Task } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { fullName } from '@atrium/ui/format'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Group, MultiSelect, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { assigneeIdsOf, assigneesAfter } from '../../../data/people/assignees.ts'
import { GuestBadge } from '../../../data/people/guest-badge.tsx'
import { RobotBadge } from '../../../data/people/robot-badge.tsx'
import { membersQuery } from '../../../data/projects/projects.ts'
import { useSaveTask } from '../saving/save-task.tsx'

/** Who is responsible, and everyone else on the task. */
export function AssigneeField({ task }: { task: Task }) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const save = useSaveTask()
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const assigneeIds = assigneeIdsOf(task)
  const [responsibleId, ...otherIds] = assigneeIds
  const choices = members.filter(({ role, userId }) => role !== 'viewer' || assigneeIds.includes(userId))
  const memberOf = (id: number | undefined) => members.find(({ userId }) => userId === id)
  const assignee = memberOf(responsibleId)
  const assign = async (ids: number[]) => {
    if (!(await save({ assigneeIds: ids }))) return
    const names = ids.flatMap(id => memberOf(id)?.user ?? []).map(user => fullName(user))
    const done =
      names.length > 0 ? t('tasks.undo.assigned', { name: names.join(', ') }) : t('tasks.undo.unassigned')
    offerUndo(done, () => void save({ assigneeIds }))
  }
  /** Someone who is on the task already changes places; others take the place of the responsible person. */
  const setResponsible = (id: number | null) => {
    const isOn = id !== null && otherIds.includes(id)
    if (isOn) return assign([id, ...assigneeIds.filter(other => other !== id)])
    return assign(assigneesAfter({ assigneeIds }, { assigneeId: id }).assigneeIds ?? [])
  }
  const optionOf = ({ userId, user }: Member) => ({ value: String(userId), label: fullName(user) })
  const formerIds = otherIds.filter(id => !memberOf(id))
  const shared = {
    renderOption: ({ option }: { option: { value: string } }) => (
      <Choice member={memberOf(Number(option.value))} />
    ),
    nothingFoundMessage: t('tasks.fields.noMember'),
    comboboxProps: { width: 'max-content' as const, position: 'bottom-start' as const },
    styles: { dropdown: { minWidth: '13rem' } },
    searchable: true,
  }
  return (
    <>
      <Select
        {...shared}
        label={t('tasks.fields.assigneeId')}
        placeholder={t('tasks.fields.nobody')}
        data={choices.map(optionOf)}
        value={responsibleId === undefined ? null : String(responsibleId)}
        onChange={id => void setResponsible(id ? Number(id) : null)}
        leftSection={assignee && <MemberAvatar member={assignee} />}
        clearable
        clearButtonProps={{ 'aria-label': t('tasks.fields.unassign') }}
      />
      {responsibleId !== undefined && (
        <MultiSelect
          {...shared}
          mt={4}
          label={t('tasks.fields.others')}
          placeholder={otherIds.length === 0 ? t('tasks.fields.addOthers') : ''}
          data={[
            ...choices.filter(({ userId }) => userId !== responsibleId).map(optionOf),
            ...formerIds.map(id => ({ value: String(id), label: t('tasks.words.formerMember') })),
          ]}
          value={otherIds.map(String)}
          onChange={ids => void assign([responsibleId, ...ids.map(Number)])}
          maxValues={MAX_ASSIGNEES - 1}
          hidePickedOptions
        />
      )}
    </>
  )
}

function Choice({ member }: { member: Member | undefined }) {
  if (!member) return null
  return (
    <Group gap="xs" wrap="nowrap">
      <MemberAvatar member={member} />
      <Text size="sm" truncate>
        {fullName(member.user)}
      </Text>
      {member.isRobot && <RobotBadge />}
      {member.isGuest && <GuestBadge />}
    </Group>
  )
}

function MemberAvatar({ member: { user } }: { member: Member }) {
  return <PersonAvatar person={user} size={22} />
}
