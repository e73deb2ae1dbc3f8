import type { User } from '@atrium/tasks/administration/user.contract'
import type { JoiningRole, Member } from '@atrium/tasks/projects/member.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fullName } from '@atrium/ui/format'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SearchedSelect } from '@atrium/ui/forms/searched-select'
import { IconMail, IconUsers } from '@atrium/ui/icons'
import { PersonAvatar } from '@atrium/ui/person-avatar'
import { Checkbox, Group, Tabs, Text, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GuestBadge } from '../../../data/people/guest-badge.tsx'
import { RobotBadge } from '../../../data/people/robot-badge.tsx'
import { useInviteAll } from '../invitation.queries.ts'
import { emailAddressesIn } from '../invitations/email-addresses.ts'
import { InvitationLink } from '../invitations/invitation-list.tsx'
import { InvitationOutcomes } from '../invitations/invitation-outcomes.tsx'
import { knownUsersQuery, useAddMember } from '../member.queries.ts'
import { RoleSelect } from '../role-select.tsx'

interface AddPeopleDialogProps {
  projectId: number
  members: Member[]
  isOpen: boolean
  onClose: () => void
}

export function AddPeopleDialog({ projectId, members, isOpen, onClose }: AddPeopleDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('projects.people.add.title')} isOpen={isOpen} onClose={onClose}>
      <Tabs defaultValue="email" keepMounted={false}>
        <Tabs.List mb="md" style={{ flexWrap: 'nowrap' }}>
          <Tabs.Tab value="email" px="sm" leftSection={<IconMail size={16} stroke={1.75} />}>
            {t('projects.people.add.byEmail')}
          </Tabs.Tab>
          <Tabs.Tab value="known" px="sm" leftSection={<IconUsers size={16} stroke={1.75} />}>
            {t('projects.people.add.known')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="email">
          <InviteByEmail projectId={projectId} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="known">
          <AddKnownUser projectId={projectId} members={members} onClose={onClose} />
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  )
}

function InviteByEmail({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const invite = useInviteAll(projectId, t('projects.people.add.already'))
  const form = useMutationForm({
    mutation: invite,
    initialValues: { email: '', role: 'member' as JoiningRole, isGuest: false },
    toInput: ({ email, role, isGuest }) => ({ emails: emailAddressesIn(email), role, isGuest }),
    // Refused addresses stay in the field, so that they can be corrected.
    onSuccess: outcomes =>
      form.change({ email: outcomes.flatMap(one => (one.refusal ? one.email : [])).join('\n') }),
  })
  const [first, ...others] = invite.data ?? []
  if (first?.invitation && others.length === 0)
    return <InvitationLink invitation={first.invitation} onAgain={invite.reset} onClose={onClose} />
  if (invite.data)
    return <InvitationOutcomes outcomes={invite.data} onAgain={invite.reset} onClose={onClose} />
  return (
    <DialogForm
      form={form}
      submitLabel={t('projects.people.add.invite')}
      isIncomplete={emailAddressesIn(form.values.email).length === 0}
      onCancel={onClose}
    >
      <Textarea
        {...form.field('email')}
        label={t('projects.people.add.email')}
        description={t('projects.people.add.emailHint')}
        placeholder="ada@example.org, boris@example.org"
        inputMode="email"
        minRows={1}
        maxRows={6}
        autosize
        required
        autoComplete="off"
        data-autofocus
      />
      <RoleSelect
        label={t('projects.people.add.role')}
        value={form.values.role}
        isGuest={form.values.isGuest}
        onChange={role => form.change({ role })}
        hasVisibleLabel
      />
      <Checkbox
        {...form.toggle('isGuest')}
        onChange={event => {
          const isGuest = event.currentTarget.checked
          form.change({ isGuest, ...(isGuest && { role: roleOfGuest(form.values.role) }) })
        }}
        label={t('projects.people.add.asGuest')}
        description={t('projects.people.add.asGuestHint')}
      />
    </DialogForm>
  )
}

interface AddKnownUserProps {
  projectId: number
  members: Member[]
  onClose: () => void
}

function AddKnownUser({ projectId, members, onClose }: AddKnownUserProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data: users = [], isPending, isPlaceholderData } = useQuery(knownUsersQuery(search))
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
  const isGuest = (userId: string | null) => others.some(user => String(user.id) === userId && user.isGuest)
  const options = others.map(user => ({
    value: String(user.id),
    label: [fullName(user), user.isRobot ? t('projects.people.robot') : (user.email ?? user.post)]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <DialogForm
      form={form}
      submitLabel={t('projects.people.add.submit')}
      isIncomplete={form.values.userId === null}
      onCancel={onClose}
    >
      <SearchedSelect
        {...form.field('userId')}
        label={t('projects.people.add.person')}
        placeholder={t('projects.people.add.personPlaceholder')}
        nothingFoundMessage={t('projects.people.add.nobody')}
        data={options}
        isSearching={search !== typed.trim() || isPending || isPlaceholderData}
        onChange={(userId, option) => {
          const name = option?.label.split(' · ')[0] ?? ''
          form.change({ userId, name, ...(isGuest(userId) && { role: roleOfGuest(form.values.role) }) })
        }}
        onSearchChange={setTyped}
        renderOption={({ option }) => (
          <FoundUser user={others.find(({ id }) => String(id) === option.value)} />
        )}
        clearable
      />
      <RoleSelect
        label={t('projects.people.add.role')}
        value={form.values.role}
        isGuest={isGuest(form.values.userId)}
        onChange={role => form.change({ role })}
        hasVisibleLabel
      />
    </DialogForm>
  )
}

/** Guests manage nothing. */
function roleOfGuest(role: JoiningRole): JoiningRole {
  return role === 'manager' ? 'member' : role
}

function FoundUser({ user }: { user: User | undefined }) {
  if (!user) return null
  const more = user.email ?? user.post
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <PersonAvatar person={user} size={22} />
      <Text size="sm" truncate>
        {fullName(user)}
        {more && !user.isRobot && (
          <Text span inherit c="dimmed">
            {` · ${more}`}
          </Text>
        )}
      </Text>
      {user.isRobot && <RobotBadge />}
      {user.isGuest && <GuestBadge />}
    </Group>
  )
}
