import type { formErrors } from '@atrium/ui/form-errors'
import { Alert, Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { NewProject } from './project.queries.ts'

interface CreateProjectFormProps {
  errors: ReturnType<typeof formErrors<keyof NewProject>>
  isPending: boolean
  onChange: () => void
  onCancel: () => void
  onSubmit: (project: NewProject) => void
}

export function CreateProjectForm({
  errors,
  isPending,
  onChange,
  onCancel,
  onSubmit,
}: CreateProjectFormProps) {
  const { t } = useTranslation()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const description = String(form.get('description')).trim()
    onSubmit({ name: String(form.get('name')).trim(), ...(description && { description }) })
  }

  return (
    <form onSubmit={submit} onChange={onChange}>
      <Stack>
        {errors.rest.length > 0 && (
          <Alert color="red" role="alert">
            {errors.rest.join(' ')}
          </Alert>
        )}
        <TextInput
          name="name"
          label={t('projects.create.name')}
          placeholder={t('projects.create.namePlaceholder')}
          error={errors.fields.name}
          required
          maxLength={200}
          autoComplete="off"
          data-autofocus
        />
        <Textarea
          name="description"
          label={t('projects.create.description')}
          error={errors.fields.description}
          rows={3}
        />
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" onClick={onCancel}>
            {t('projects.create.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('projects.create.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
