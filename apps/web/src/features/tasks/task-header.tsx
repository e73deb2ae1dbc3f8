import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { IconCheck, IconLink, IconX } from '@atrium/ui/icons'
import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DoneButton } from './done-button.tsx'
import { taskAddress } from './task-address.ts'
import classes from './task-header.module.css'

interface TaskHeaderProps {
  task: Task
  board: FullBoard
  mayEdit: boolean
  /** Shown next to the close button. */
  children: ReactNode
  onClose: () => void
}

/** Stays at the top while the rest scrolls. */
export function TaskHeader({ task, board, mayEdit, children, onClose }: TaskHeaderProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.header}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        <Text size="sm" c="dimmed" fw={600} flex="none">
          #{task.number}
        </Text>
        <CopyLink taskId={task.id} />
        {mayEdit && <DoneButton task={task} board={board} />}
      </Group>
      <Group gap={4} wrap="nowrap">
        {children}
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </Group>
    </div>
  )
}

function CopyLink({ taskId }: { taskId: number }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={taskAddress(taskId)}>
      {({ copied, copy }) => {
        const label = t(copied ? 'actions.copied' : 'tasks.menu.copyLink')
        return (
          <Tooltip label={label} events={{ hover: true, focus: true, touch: false }}>
            <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy}>
              {copied ? <IconCheck size={16} /> : <IconLink size={16} stroke={1.75} />}
            </ActionIcon>
          </Tooltip>
        )
      }}
    </CopyButton>
  )
}
