import type { JoiningRole } from '@atrium/tasks/projects/member.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormAlert } from './form-alert.tsx'
import { useInvite } from './invitation.queries.ts'
import { InvitationLink } from './invitation-link.tsx'
import { RoleSelect } from './role-select.tsx'

interface InviteByEmailProps {
  projectId: number
  onClose: () => void
}

export function InviteByEmail({ projectId, onClose }: InviteByEmailProps) {
  const { t } = useTranslation()
  const {
    data: invited,
    mutate,
    error,
    isPending,
    reset,
  } = useInvite(projectId, t('projects.people.add.already'))
  const [role, setRole] = useState<JoiningRole>('member')
  if (invited) return <InvitationLink invitation={invited} onAgain={reset} onClose={onClose} />

  const errors = formErrors(error, ['email', 'role'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate({ email: String(new FormData(event.currentTarget).get('email')).trim(), role })
  }
  return (
    <form onSubmit={submit} onChange={error ? reset : undefined}>
      <Stack>
        <FormAlert messages={errors.rest} />
        <TextInput
          type="email"
          name="email"
          label={t('projects.people.add.email')}
          placeholder="ada@example.org"
          error={errors.fields.email}
          required
          autoComplete="off"
          data-autofocus
        />
        <RoleSelect label={t('projects.people.add.role')} value={role} onChange={setRole} hasVisibleLabel />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('projects.people.add.invite')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
