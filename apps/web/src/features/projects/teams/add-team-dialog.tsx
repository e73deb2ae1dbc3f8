import type { JoiningRole } from '@atrium/tasks/projects/member.contract'
import type { Team } from '@atrium/tasks/projects/teams/team.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SearchedSelect } from '@atrium/ui/forms/searched-select'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RoleSelect } from '../role-select.tsx'
import { availableGroupsQuery, useSetTeam } from './team.queries.ts'

interface AddTeamProps {
  projectId: number
  teams: Team[]
  onClose: () => void
}

export function AddTeamDialog({ isOpen, ...props }: AddTeamProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('projects.teams.add.title')} isOpen={isOpen} onClose={props.onClose}>
      <AddTeamForm {...props} />
    </Dialog>
  )
}

function AddTeamForm({ projectId, teams, onClose }: AddTeamProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const {
    data: groups = [],
    isPending,
    isPlaceholderData,
  } = useQuery(availableGroupsQuery(projectId, search))
  const form = useMutationForm({
    mutation: useSetTeam(projectId),
    initialValues: { groupId: null as string | null, name: '', role: 'member' as JoiningRole },
    toInput: ({ groupId, role }) => ({ groupId: Number(groupId), role }),
    onSuccess: (_, { name }) => {
      notifyOfSuccess(t('projects.teams.add.added', { name }))
      onClose()
    },
  })
  const others = groups.filter(({ id }) => teams.every(({ groupId }) => groupId !== id))
  return (
    <DialogForm
      form={form}
      submitLabel={t('projects.teams.add.submit')}
      isIncomplete={form.values.groupId === null}
      onCancel={onClose}
    >
      <Text>{t('projects.teams.add.text')}</Text>
      <SearchedSelect
        {...form.field('groupId')}
        label={t('projects.teams.add.group')}
        placeholder={t('projects.teams.add.groupPlaceholder')}
        nothingFoundMessage={t('projects.teams.add.nothing')}
        data={others.map(({ id, name, memberCount }) => ({
          value: String(id),
          label: `${name} · ${t('projects.teams.members', { count: memberCount })}`,
        }))}
        isSearching={search !== typed.trim() || isPending || isPlaceholderData}
        onChange={value => {
          const chosen = others.find(({ id }) => String(id) === value)
          form.change({ groupId: value, name: chosen?.name ?? '' })
        }}
        onSearchChange={setTyped}
        clearable
        data-autofocus
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
