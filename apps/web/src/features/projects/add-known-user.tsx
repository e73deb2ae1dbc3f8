import type { JoiningRole, Member } from '@atrium/tasks/projects/member.contract'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { fullName } from '@atrium/ui/person'
import { Button, Group, Select, Stack } from '@mantine/core'
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
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 250)
  const { data: users = [] } = useQuery(knownUsersQuery(asked))
  const { mutate, isPending } = useAddMember(projectId)
  const [chosen, setChosen] = useState<{ id: number; name: string }>()
  const [role, setRole] = useState<JoiningRole>('member')

  const others = users.filter(({ id }) => members.every(({ userId }) => userId !== id))
  const options = others.map(user => ({
    value: String(user.id),
    label: [fullName(user), user.email ?? user.post].filter(Boolean).join(' · '),
  }))
  const choose = (value: string | null, label: string) =>
    setChosen(value ? { id: Number(value), name: label.split(' · ')[0] ?? label } : undefined)
  const add = ({ id, name }: { id: number; name: string }) =>
    mutate(
      { userId: id, role },
      {
        onSuccess: () => {
          notifyOfSuccess(t('projects.people.add.added', { name }))
          onClose()
        },
      },
    )
  return (
    <Stack>
      <Select
        label={t('projects.people.add.person')}
        placeholder={t('projects.people.add.personPlaceholder')}
        nothingFoundMessage={t('projects.people.add.nobody')}
        data={options}
        // The server has searched already, in more than the label.
        filter={({ options: found }) => found}
        value={chosen ? String(chosen.id) : null}
        onChange={(value, option) => choose(value, option?.label ?? '')}
        onSearchChange={setSearch}
        searchable
        clearable
      />
      <RoleSelect label={t('projects.people.add.role')} value={role} onChange={setRole} hasVisibleLabel />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <Button disabled={!chosen} loading={isPending} onClick={() => chosen && add(chosen)}>
          {t('projects.people.add.submit')}
        </Button>
      </Group>
    </Stack>
  )
}
