import { hasStatus } from '@atrium/client/api-error'
import { DialogForm } from '@atrium/ui/dialog-form'
import { formErrors } from '@atrium/ui/form-errors'
import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { NewUser } from './add-user.queries.ts'

const names = ['name', 'surname', 'email', 'phone'] as const

interface AddUserFormProps {
  error: unknown
  isPending: boolean
  onChange: () => void
  onSubmit: (person: NewUser) => void
  onCancel: () => void
}

export function AddUserForm({ error, isPending, onChange, onSubmit, onCancel }: AddUserFormProps) {
  const { t } = useTranslation()
  const { fields, rest } = formErrors(error, [...names])
  const taken = hasStatus(error, 409) ? error.details.field : undefined
  const field = (name: (typeof names)[number]) => ({
    name,
    label: t(`users.fields.${name}`),
    error: taken === name ? t(`users.add.taken.${taken as 'email' | 'phone'}`) : fields[name],
    required: true,
    autoComplete: 'off',
  })
  const submit = (form: FormData) =>
    onSubmit(Object.fromEntries(names.map(name => [name, String(form.get(name)).trim()])) as NewUser)
  return (
    <DialogForm
      submit={t('users.add.submit')}
      isPending={isPending}
      errors={rest}
      onChange={onChange}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Text size="sm" c="dimmed">
        {t('users.add.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...field('name')} maxLength={100} data-autofocus />
        <TextInput {...field('surname')} maxLength={100} />
      </SimpleGrid>
      <TextInput {...field('email')} type="email" maxLength={254} />
      <TextInput {...field('phone')} type="tel" maxLength={40} placeholder="+1 202 555 0101" />
      <Checkbox name="consent" label={t('users.add.consent')} required />
    </DialogForm>
  )
}
