import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { CurrentPasswordField, PasswordField } from '@atrium/ui/forms/password-field'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Alert, Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeCredentials } from './credentials.queries.ts'

// It contains dictionaries of common passwords and words.
const PasswordMeter = lazy(async () => ({ default: (await import('./password-meter.tsx')).PasswordMeter }))

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
    mutation: useChangeCredentials(user.id),
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
          minLength={8}
          maxLength={128}
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
