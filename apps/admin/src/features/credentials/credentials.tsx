import {
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '@atrium/identity/sign-in/credentials/credentials.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { CurrentPasswordField, PasswordField } from '@atrium/ui/forms/password-field'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Alert, Badge, Button, Divider, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useResendVerification } from '../../data/current-user.ts'
import { OwnConfirmation } from '../../data/own-confirmation.tsx'
import { useUpdateCredentials } from './credentials.queries.ts'

// It contains dictionaries of common passwords and words.
const PasswordMeter = lazy(async () => ({ default: (await import('./password-meter.tsx')).PasswordMeter }))

type Credential = 'email' | 'phone'

/** The names by which a user signs in. */
export function CredentialsCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Credential>()
  const close = () => setEdited(undefined)
  const isConfirmed = user.emailVerifiedAt !== null
  return (
    <SectionCard title={t('security.credentials.title')} text={t('security.credentials.text')}>
      <Stack gap="md">
        <CredentialRow
          credential="email"
          value={user.email}
          mark={isConfirmed && <Badge color="teal">{t('security.credentials.confirmed')}</Badge>}
          onEdit={setEdited}
        />
        {!isConfirmed && <UnconfirmedEmail email={user.email} />}
        <Divider />
        <CredentialRow credential="phone" value={user.phone} onEdit={setEdited} />
      </Stack>
      {(['email', 'phone'] as const).map(credential => (
        <Dialog
          key={credential}
          title={t(`security.credentials.${user[credential] === null ? 'addOf' : 'changeOf'}.${credential}`)}
          isOpen={edited === credential}
          onClose={close}
        >
          <CredentialForm userId={user.id} credential={credential} onClose={close} />
        </Dialog>
      ))}
    </SectionCard>
  )
}

interface CredentialRowProps {
  credential: Credential
  value: string | null
  mark?: ReactNode
  onEdit: (credential: Credential) => void
}

function CredentialRow({ credential, value, mark, onEdit }: CredentialRowProps) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={2} miw={0}>
        <Text size="sm" c="dimmed">
          {t(`security.credentials.${credential}`)}
        </Text>
        <Group gap="xs">
          {value === null ? (
            <Text c="dimmed">{t('security.credentials.none')}</Text>
          ) : (
            <Text fw={500}>{value}</Text>
          )}
          {mark}
        </Group>
      </Stack>
      <Button
        variant="default"
        size="xs"
        aria-label={t(`security.credentials.${value === null ? 'addOf' : 'changeOf'}.${credential}`)}
        onClick={() => onEdit(credential)}
      >
        {t(value === null ? 'security.credentials.add' : 'security.credentials.change')}
      </Button>
    </Group>
  )
}

export function UnconfirmedEmail({ email }: { email: string }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useResendVerification()
  const resend = () =>
    mutate(undefined, { onSuccess: () => notifyOfSuccess(t('security.credentials.resent', { email })) })
  return (
    <Alert color="amber" title={t('security.credentials.unconfirmed')}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" flex="1 1 14rem">
          {t('security.credentials.unconfirmedText', { email })}
        </Text>
        <Button variant="default" size="xs" loading={isPending} onClick={resend}>
          {t('security.credentials.resend')}
        </Button>
      </Group>
    </Alert>
  )
}

const inputs = {
  email: { type: 'email', autoComplete: 'email', maxLength: 254 },
  phone: { type: 'tel', autoComplete: 'tel', maxLength: 40 },
} as const

const takenCodes = { email: 'user_email_taken', phone: 'user_phone_taken' } as const

interface CredentialFormProps {
  userId: number
  credential: Credential
  onClose: () => void
}

function CredentialForm({ userId, credential, onClose }: CredentialFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useUpdateCredentials(userId),
    initialValues: { email: '', phone: '', currentPassword: '' },
    toInput: ({ currentPassword, ...values }) => ({
      [credential]: values[credential].trim(),
      currentPassword,
    }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t(`security.credentials.changed.${credential}`))
    },
    explain: { [takenCodes[credential]]: { [credential]: t(`security.credentials.taken.${credential}`) } },
  })
  return (
    <DialogForm form={form} submitLabel={t('security.credentials.change')} onCancel={onClose}>
      <TextInput
        {...form.field(credential)}
        {...inputs[credential]}
        label={t(`security.credentials.newValue.${credential}`)}
        description={t(`security.credentials.hint.${credential}`)}
        required
        data-autofocus
      />
      <OwnConfirmation {...form.field('currentPassword')} />
    </DialogForm>
  )
}

export function PasswordCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <SectionCard title={t('security.password.title')} text={t('security.password.text')}>
      <Button variant="default" onClick={open}>
        {t('security.password.change')}
      </Button>
      <Dialog title={t('security.password.change')} isOpen={isOpen} onClose={close}>
        <PasswordForm user={user} onClose={close} />
      </Dialog>
    </SectionCard>
  )
}

function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useMutationForm({
    mutation: useUpdateCredentials(user.id),
    initialValues: { currentPassword: '', password: '' },
    toInput: values => values,
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('security.password.changed'))
      void queryClient.invalidateQueries({ queryKey: ['sessions', user.id] })
    },
  })
  const measured = useDeferredValue(form.values.password)
  return (
    <DialogForm form={form} submitLabel={t('security.password.change')} onCancel={onClose}>
      <Alert color="gray">{t('security.password.ends')}</Alert>
      {/* Tells a password manager whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <CurrentPasswordField {...form.field('currentPassword')} data-autofocus />
      <Stack gap="xs">
        <PasswordField
          {...form.field('password')}
          label={t('security.password.new')}
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          maxLength={MAX_PASSWORD_LENGTH}
        />
        {measured && (
          <Suspense>
            <PasswordMeter password={measured} user={user} />
          </Suspense>
        )}
      </Stack>
    </DialogForm>
  )
}
