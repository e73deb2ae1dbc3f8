import type { Project } from '@atrium/tasks/projects/project.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCreateProject } from './project.queries.ts'

interface CreateProjectFormProps {
  onClose: () => void
  onCreated: (project: Project) => void
}

export function CreateProjectDialog({ isOpen, ...form }: CreateProjectFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('projects.create.title')} isOpen={isOpen} onClose={form.onClose}>
      <CreateProjectForm {...form} />
    </Dialog>
  )
}

function CreateProjectForm({ onClose, onCreated }: CreateProjectFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCreateProject(),
    initialValues: { name: '', description: '' },
    toInput: ({ name, description }) => ({
      name: name.trim(),
      ...(description.trim() && { description: description.trim() }),
    }),
    onSuccess: ({ item }) => {
      onClose()
      notifyOfSuccess(t('projects.create.done', { name: item.name }))
      onCreated(item)
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('projects.create.submit')} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('projects.create.name')}
        placeholder={t('projects.create.namePlaceholder')}
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
      />
      <Textarea {...form.field('description')} label={t('projects.create.description')} rows={3} />
    </DialogForm>
  )
}
