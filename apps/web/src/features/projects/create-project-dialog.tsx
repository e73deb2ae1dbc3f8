import type { Project } from '@atrium/tasks/projects/project.contract'
import { Dialog } from '@atrium/ui/dialog'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useTranslation } from 'react-i18next'
import { CreateProjectForm } from './create-project-form.tsx'
import { useCreateProject } from './project.queries.ts'

interface CreateProjectDialogProps {
  isOpen: boolean
  onClose: () => void
  onCreated: (project: Project) => void
}

export function CreateProjectDialog({ isOpen, onClose, onCreated }: CreateProjectDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useCreateProject()
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog title={t('projects.create.title')} isOpen={isOpen} onClose={close}>
      <CreateProjectForm
        errors={formErrors(error, ['name', 'description'])}
        isPending={isPending}
        onChange={reset}
        onCancel={close}
        onSubmit={project =>
          mutate(project, {
            onSuccess: ({ item }) => {
              close()
              notifyOfSuccess(t('projects.create.done', { name: item.name }))
              onCreated(item)
            },
          })
        }
      />
    </Dialog>
  )
}
