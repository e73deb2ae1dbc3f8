import type { Project } from '@atrium/tasks/projects/project.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { FormAlert } from './form-alert.tsx'
import { useChangeProject } from './project.queries.ts'

export function ProjectForm({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useChangeProject(project.id)
  const errors = formErrors(error, ['name', 'description'])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    mutate(
      { name: String(form.get('name')).trim(), description: String(form.get('description')).trim() || null },
      { onSuccess: () => notifyOfSuccess(t('projects.settings.saved')) },
    )
  }
  return (
    <form onSubmit={submit} onChange={error ? reset : undefined}>
      <Stack>
        <FormAlert messages={errors.rest} />
        <TextInput
          name="name"
          label={t('projects.create.name')}
          defaultValue={project.name}
          error={errors.fields.name}
          required
          maxLength={200}
          autoComplete="off"
        />
        <Textarea
          name="description"
          label={t('projects.create.description')}
          defaultValue={project.description ?? ''}
          error={errors.fields.description}
          maxLength={10_000}
          autosize
          minRows={3}
          maxRows={12}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {t('actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
