import type { JoiningRole, Member } from '@atrium/tasks/projects/member.contract'
import { DialogForm, useMutationForm } from '@atrium/ui/form'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { fullName } from '@atrium/ui/person'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { knownUsersQuery, useAddMember } from './member.queries.ts'
import { RoleSelect } from './role-select.tsx'

interface AddKnownUserProps {
  projectId: number
  members: Member[]
  onClose: () => void
}

export function AddKnownUser({ projectId, members, onClose }: AddKnownUserProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data: users = [] } = useQuery(knownUsersQuery(search))
  const form = useMutationForm({
    mutation: useAddMember(projectId),
    initialValues: { userId: null as string | null, name: '', role: 'member' as JoiningRole },
    toInput: ({ userId, role }) => ({ userId: Number(userId), role }),
    onSuccess: (_, { name }) => {
      notifyOfSuccess(t('projects.people.add.added', { name }))
      onClose()
    },
  })
  const others = users.filter(({ id }) => members.every(({ userId }) => userId !== id))
  const options = others.map(user => ({
    value: String(user.id),
    label: [fullName(user), user.email ?? user.post].filter(Boolean).join(' · '),
  }))
  return (
    <DialogForm
      form={form}
      submitLabel={t('projects.people.add.submit')}
      isIncomplete={form.values.userId === null}
      onCancel={onClose}
    >
      <Select
        {...form.field('userId')}
        label={t('projects.people.add.person')}
        placeholder={t('projects.people.add.personPlaceholder')}
        nothingFoundMessage={t('projects.people.add.nobody')}
        data={options}
        // The server has already searched, in more fields than the label shows.
        filter={({ options: found }) => found}
        onChange={(userId, option) => form.change({ userId, name: option?.label.split(' · ')[0] ?? '' })}
        onSearchChange={setTyped}
        searchable
        clearable
      />
      <RoleSelect
        label={t('projects.people.add.role')}
        value={form.values.role}
        onChange={role => form.change({ role })}
        hasVisibleLabel
      />
    </DialogForm>
  )
}
