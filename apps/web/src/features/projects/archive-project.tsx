import type { Project } from '@atrium/tasks/projects/project.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { IconArchive } from '@atrium/ui/icons'
import { useUndo } from '@atrium/ui/undo'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useArchiveProject, useRestoreProject } from './project.queries.ts'

interface ArchiveProjectProps {
  project: Project
  onArchived: () => void
}

export function ArchiveProject({ project: { id, name }, onArchived }: ArchiveProjectProps) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const { mutate, isPending } = useArchiveProject(id)
  const restoration = useRestoreProject(id)
  const [isOpen, setIsOpen] = useState(false)
  const archive = () =>
    mutate(undefined, {
      onSuccess: () => {
        offerUndo(t('projects.settings.archive.done', { name }), () => restoration.mutate())
        onArchived()
      },
      onSettled: () => setIsOpen(false),
    })
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
