import type { JoiningRole } from '@atrium/tasks/projects/member.contract'
import { DialogForm, useMutationForm } from '@atrium/ui/form'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useInvite } from './invitation.queries.ts'
import { InvitationLink } from './invitation-link.tsx'
import { RoleSelect } from './role-select.tsx'

interface InviteByEmailProps {
  projectId: number
  onClose: () => void
}

export function InviteByEmail({ projectId, onClose }: InviteByEmailProps) {
  const { t } = useTranslation()
  const invite = useInvite(projectId, t('projects.people.add.already'))
  const form = useMutationForm({
    mutation: invite,
    initialValues: { email: '', role: 'member' as JoiningRole },
    toInput: ({ email, role }) => ({ email: email.trim(), role }),
    onSuccess: () => form.change({ email: '' }),
  })
  if (invite.data) return <InvitationLink invitation={invite.data} onAgain={invite.reset} onClose={onClose} />
  return (
    <DialogForm form={form} submitLabel={t('projects.people.add.invite')} onCancel={onClose}>
      <TextInput
        {...form.field('email')}
        type="email"
        label={t('projects.people.add.email')}
        placeholder="ada@example.org"
        required
        autoComplete="off"
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
