import type { Member } from '@atrium/tasks/projects/member.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { useUndo } from '@atrium/ui/feedback/undo'
import { fullName } from '@atrium/ui/format'
import { Avatar, Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { membersQuery } from '../../data/projects.ts'
import { useSaveTask } from './save-task.tsx'

export function AssigneeField({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const save = useSaveTask()
  const { data: members = [] } = useQuery(membersQuery(task.projectId))
  const choices = members.filter(({ role, userId }) => role !== 'viewer' || userId === task.assigneeId)
  const assignee = members.find(({ userId }) => userId === task.assigneeId)
  const assign = async (assigneeId: number | null) => {
    if (!(await save({ assigneeId }))) return
    const member = members.find(({ userId }) => userId === assigneeId)
    const done = member
      ? t('tasks.undo.assigned', { name: fullName(member.user) })
      : t('tasks.undo.unassigned')
    offerUndo(done, () => void save({ assigneeId: task.assigneeId }))
  }
  return (
    <Select
      label={t('tasks.fields.assigneeId')}
      placeholder={t('tasks.fields.nobody')}
      data={choices.map(({ userId, user }) => ({ value: String(userId), label: fullName(user) }))}
      value={task.assigneeId === null ? null : String(task.assigneeId)}
      onChange={id => void assign(id ? Number(id) : null)}
      renderOption={({ option }) => (
        <Choice member={members.find(({ userId }) => String(userId) === option.value)} />
      )}
      leftSection={assignee && <MemberAvatar member={assignee} />}
      nothingFoundMessage={t('tasks.fields.noMember')}
      readOnly={!mayEdit}
      searchable={mayEdit}
      clearable={mayEdit}
      clearButtonProps={{ 'aria-label': t('tasks.fields.unassign') }}
    />
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
    </Group>
  )
}

function MemberAvatar({ member: { user } }: { member: Member }) {
  return <Avatar src={user.avatarUrl} name={fullName(user)} color="initials" size={22} alt="" />
}
