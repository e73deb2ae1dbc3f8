import type { CustomField, FieldInput as Values } from '@atrium/tasks/fields/field.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldInput } from './field-input.tsx'

interface AskedFieldsProps {
  fields: CustomField[]
  values: Values
  onChange: (values: Values) => void
}

/** Fields that a new task needs. */
export function AskedFields({ fields, values, onChange }: AskedFieldsProps) {
  return fields.map(field => (
    <FieldInput
      key={field.id}
      field={field}
      value={values[field.id] ?? null}
      isForm
      onChange={value => onChange({ ...values, [field.id]: value })}
    />
  ))
}

interface AskFieldsDialogProps {
  isOpen: boolean
  fields: CustomField[]
  onSubmit: (values: Values) => void
  onClose: () => void
}

/** Asks for the fields before the task is created. */
export function AskFieldsDialog({ isOpen, ...form }: AskFieldsDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('fields.ask.title')} isOpen={isOpen} onClose={form.onClose}>
      <AskFieldsForm {...form} />
    </Dialog>
  )
}

function AskFieldsForm({ fields, onSubmit, onClose }: Omit<AskFieldsDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Values>({})
  const isComplete = fields.every(({ id }) => (values[id] ?? null) !== null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (isComplete) onSubmit(values)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('fields.ask.text')}
        </Text>
        <AskedFields fields={fields} values={values} onChange={setValues} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" disabled={!isComplete}>
            {t('actions.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
