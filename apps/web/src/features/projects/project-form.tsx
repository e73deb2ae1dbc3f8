import type { Project } from '@atrium/tasks/projects/project.contract'
import { FormError, useMutationForm } from '@atrium/ui/form'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChangeProject } from './project.queries.ts'

export function ProjectForm({ project }: { project: Project }) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useChangeProject(project.id),
    initialValues: { name: project.name, description: project.description ?? '' },
    toInput: ({ name, description }) => ({ name: name.trim(), description: description.trim() || null }),
    onSuccess: () => notifyOfSuccess(t('projects.settings.saved')),
  })
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <FormError message={form.error} />
        <TextInput
          {...form.field('name')}
          label={t('projects.create.name')}
          required
          maxLength={200}
          autoComplete="off"
        />
        <Textarea
          {...form.field('description')}
          label={t('projects.create.description')}
          maxLength={10_000}
          autosize
          minRows={3}
          maxRows={12}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={form.isPending}>
            {t('actions.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
