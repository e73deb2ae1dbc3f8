import type { Project } from '@atrium/tasks/projects/project.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { IconLogout } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveProject } from '../member.queries.ts'

interface LeaveProjectProps {
  project: Project
  currentUserId: number
  onLeft: () => void
}

export function LeaveProject({ project, currentUserId, onLeft }: LeaveProjectProps) {
  const { t } = useTranslation()
  const { name } = project
  const { mutate, isPending } = useLeaveProject(project.id)
  const [isOpen, setIsOpen] = useState(false)
  const leave = () =>
    mutate(currentUserId, {
      onSuccess: () => {
        notifyOfSuccess(t('projects.people.leave.done', { name }))
        onLeft()
      },
      onError: () => setIsOpen(false),
    })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLogout size={16} stroke={1.75} />}
        onClick={() => setIsOpen(true)}
      >
        {t('projects.people.leave.open')}
      </Button>
      <ConfirmDialog
        title={t('projects.people.leave.title', { name })}
        text={t('projects.people.leave.text')}
        consequences={[t('projects.people.leave.tasks'), t('projects.people.leave.timers')]}
        action={t('projects.people.leave.action')}
        isOpen={isOpen}
        isPending={isPending}
        onConfirm={leave}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
