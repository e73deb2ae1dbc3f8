import { Alert, Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

interface FormDataDialogProps {
  title: string
  isOpen: boolean
  isPending: boolean
  /** What is wrong with the record as a whole. */
  errors: string[]
  /** What was told to be wrong may no longer be. */
  onChange: () => void
  onSubmit: (fields: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A form about one record. */
export function FormDataDialog(dialog: FormDataDialogProps) {
  const { t } = useTranslation('ui')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    dialog.onSubmit(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={dialog.title} isOpen={dialog.isOpen} onClose={dialog.onClose}>
      <form onSubmit={submit} onChange={dialog.onChange}>
        <Stack>
          {dialog.errors.length > 0 && (
            <Alert color="red" role="alert">
              {dialog.errors.join(' ')}
            </Alert>
          )}
          {dialog.children}
          <Group justify="flex-end" gap="sm" mt="xs">
            <Button variant="default" onClick={dialog.onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={dialog.isPending}>
              {t('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
