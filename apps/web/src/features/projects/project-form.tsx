import type { Project } from '@atrium/tasks/projects/project.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { DialogForm, FormError, useMutationForm } from '@atrium/ui/forms/form'
import { IconArchive } from '@atrium/ui/icons'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boardsQuery } from '../../data/boards/boards.ts'
import { allProjectsQuery } from '../../data/projects/projects.ts'
import { suggestedColor } from '../../project-mark/project-marks.ts'
import { LazyTemplatePicker, reportLeftOut } from '../../templates/lazy-templates.tsx'
import type { ChosenTemplate } from '../../templates/template.queries.ts'
import {
  useArchiveProject,
  useChangeProject,
  useCreateProject,
  useRestoreProject,
} from './project.queries.ts'
import { isProjectKey, ProjectFields, type ProjectValues } from './project-fields.tsx'

export function ProjectForm({ project }: { project: Project }) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useChangeProject(project.id),
    initialValues: {
      name: project.name,
      key: project.key ?? '',
      color: project.color,
      icon: project.icon,
      description: project.description ?? '',
    } as ProjectValues,
    toInput: ({ name, key, color, icon, description }) => ({
      name: name.trim(),
      key: key || null,
      color,
      icon,
      description: description.trim() || null,
    }),
    validate: { key: key => (isProjectKey(key) ? null : t('projects.create.keyExpected')) },
    onSuccess: () => notifyOfSuccess(t('projects.settings.saved')),
  })
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <FormError message={form.error} />
        <ProjectFields form={form} projectId={project.id} />
        <Textarea
          {...form.field('description')}
          label={t('projects.create.description')}
          maxLength={10_000}
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

interface ArchiveProjectProps {
  project: Project
  onArchived: () => void
}

export function ArchiveProject({ project: { id, name }, onArchived }: ArchiveProjectProps) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const restoration = useRestoreProject(id)
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending } = useArchiveProject(id, () => {
    offerUndo(t('projects.settings.archive.done', { name }), () => restoration.mutate())
    onArchived()
  })
  const archive = () => mutate(undefined, { onSettled: () => setIsOpen(false) })
  return (
    <Group>
      <Button
        variant="default"
        leftSection={<IconArchive size={16} stroke={1.75} />}
        onClick={() => setIsOpen(true)}
      >
        {t('projects.settings.archive.action')}
      </Button>
      <ConfirmDialog
        title={t('projects.settings.archive.question', { name })}
        text={t('projects.settings.archive.text')}
        action={t('projects.settings.archive.action')}
        isOpen={isOpen}
        isPending={isPending}
        onConfirm={archive}
        onClose={() => setIsOpen(false)}
      />
    </Group>
  )
}

interface CreateProjectDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Ends on the board of the new project. */
export function CreateProjectDialog({ isOpen, onClose }: CreateProjectDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('projects.create.title')} isOpen={isOpen} isWide onClose={onClose}>
      <CreateProjectForm onClose={onClose} />
    </Dialog>
  )
}

function CreateProjectForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const openProject = useOpenNewProject()
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const [template, setTemplate] = useState<ChosenTemplate>()
  const form = useMutationForm({
    mutation: useCreateProject(),
    initialValues: {
      name: '',
      key: '',
      color: suggestedColor(projects),
      icon: null,
      description: '',
    } as ProjectValues,
    toInput: ({ name, key, color, icon, description }) => ({
      name: name.trim(),
      ...(key && { key }),
      color,
      icon,
      ...(description.trim() && { description: description.trim() }),
      template,
    }),
    validate: { key: key => (isProjectKey(key) ? null : t('projects.create.keyExpected')) },
    onSuccess: ({ item, leftOut }) => {
      onClose()
      notifyOfSuccess(t('projects.create.done', { name: item.name }))
      if (leftOut) void reportLeftOut(leftOut)
      void openProject(item.id)
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('projects.create.submit')} onCancel={onClose}>
      <ProjectFields form={form} />
      <LazyTemplatePicker kind="project" value={template} onChange={setTemplate} />
      <Textarea
        {...form.field('description')}
        label={t('projects.create.description')}
        autosize={false}
        rows={3}
      />
    </DialogForm>
  )
}

/** Opens the only board of a new project, where its first task can be added; with several boards, their list. */
function useOpenNewProject() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async (projectId: number) => {
    const found = await queryClient.fetchQuery(boardsQuery(projectId)).catch(() => undefined)
    const [board, ...others] = found?.items ?? []
    if (!board || others.length > 0) return navigate({ to: '/project/$projectId', params: { projectId } })
    return navigate({ to: '/board/$boardId', params: { boardId: board.id } })
  }
}
