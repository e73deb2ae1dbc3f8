import { Alert, Button, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface DialogFormProps {
  submit: string
  isDangerous?: boolean
  isPending: boolean
  /** What is wrong with the form as a whole. */
  errors?: string[]
  /** What was told to be wrong may no longer be. */
  onChange: () => void
  onSubmit: (fields: FormData) => void
  onCancel: () => void
  children: ReactNode
}

/** One step of a dialog. */
export function DialogForm(form: DialogFormProps) {
  const { t } = useTranslation('ui')
  const { errors = [] } = form
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    form.onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={submit} onChange={form.onChange}>
      <Stack>
        {errors.length > 0 && (
          <Alert color="red" role="alert">
            {errors.join(' ')}
          </Alert>
        )}
        {form.children}
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={form.onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" color={form.isDangerous ? 'red.8' : undefined} loading={form.isPending}>
            {form.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
