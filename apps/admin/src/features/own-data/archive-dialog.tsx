import { hasStatus } from '@atrium/client/api-error'
import { Dialog } from '@atrium/ui/dialog'
import { formErrors } from '@atrium/ui/form-errors'
import { Alert, Button, Group, List, PasswordInput, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useArchiveAccount } from './own-data.queries.ts'

const consequences = ['signedOut', 'noSignIn', 'workStays', 'comeBack'] as const

/** Says what follows and asks for the password: an open browser is not enough to end an account. */
export function ArchiveDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutate, error, isPending, isSuccess, reset } = useArchiveAccount()
  const errors = formErrors(error, ['currentPassword'])
  const close = () => {
    reset()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    mutate(String(new FormData(event.currentTarget).get('currentPassword')))
  }
  return (
    <Dialog title={t('data.archive.title')} isOpen={isOpen} onClose={close}>
      <form onSubmit={submit} onChange={error ? reset : undefined}>
        <Stack>
          <List spacing={4}>
            {consequences.map(name => (
              <List.Item key={name}>{t(`data.archive.consequences.${name}`)}</List.Item>
            ))}
          </List>
          {hasStatus(error, 409) && (
            <Alert color="red" role="alert">
              {t('data.archive.lastOwner')}
            </Alert>
          )}
          <PasswordInput
            name="currentPassword"
            label={t('data.archive.password')}
            error={errors.fields.currentPassword ?? errors.rest.join(' ')}
            required
            autoComplete="current-password"
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {t('cancel', { ns: 'ui' })}
            </Button>
            <Button type="submit" color="red.8" loading={isPending || isSuccess}>
              {t('data.archive.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
