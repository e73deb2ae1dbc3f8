import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { CopyButton, copyText } from '@atrium/ui/copy-button'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import {
  IconArrowsMove,
  IconCheck,
  IconCircleCheck,
  IconDots,
  IconLink,
  IconTrash,
  IconX,
} from '@atrium/ui/icons'
import { ActionIcon, Box, Button, Group, Menu, Title, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boardsQuery } from '../../data/boards.ts'
import { useMoveToColumn } from './fields/move-to-column.tsx'
import { InlineText } from './inline-text.tsx'
import { useSaveTask } from './save-task.tsx'
import { useDeleteTask, useMoveToBoard, useRestoreTask } from './task.queries.ts'
import classes from './task-header.module.css'

interface TaskHeaderProps {
  task: Task
  board: FullBoard
  mayEdit: boolean
  breadcrumbs: ReactNode
  /** Asks for the done column of a board that has none. */
  chooseDoneColumn: (choice: DoneColumnChoice) => ReactNode
  /** Shown next to the close button. */
  children: ReactNode
  onClose: () => void
}

interface DoneColumnChoice {
  onChosen: (columnId: number) => void
  onClose: () => void
}

/** Sticky at the top of the panel. */
export function TaskHeader(props: TaskHeaderProps) {
  const { task, board, mayEdit, breadcrumbs, chooseDoneColumn, children, onClose } = props
  const { t } = useTranslation()
  return (
    <div className={classes.header}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        {breadcrumbs}
        <CopyLink taskId={task.id} />
        {mayEdit && <DoneButton task={task} board={board} chooseDoneColumn={chooseDoneColumn} />}
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

type DoneButtonProps = Pick<TaskHeaderProps, 'task' | 'board' | 'chooseDoneColumn'>

/** Moves the task to the first column that counts as done, or back to the first that doesn't. Phones show the icon only. */
function DoneButton({ task, board, chooseDoneColumn }: DoneButtonProps) {
  const { t } = useTranslation()
  const [isChoosing, setIsChoosing] = useState(false)
  const { move, isMoving, confirmation } = useMoveToColumn(task, board)
  const isDone = task.completedAt !== null
  const target = board.columns.find(column => column.isDone !== isDone)
  if (!target && isDone) return null
  const label = t(isDone ? 'tasks.done.reopen' : 'tasks.done.mark')
  const Icon = isDone ? IconCircleCheck : IconCheck
  return (
    <>
      <Button
        variant={isDone ? 'light' : 'default'}
        color={isDone ? 'teal' : undefined}
        size="compact-sm"
        aria-label={label}
        aria-pressed={isDone}
        loading={isMoving}
        onClick={() => (target ? void move(target.id) : setIsChoosing(true))}
      >
        <Icon size={16} />
        <Box component="span" visibleFrom="xs" ms={6}>
          {label}
        </Box>
      </Button>
      {confirmation}
      {isChoosing &&
        chooseDoneColumn({
          // Completing a task ignores the WIP limit; marking its own column has completed it already.
          onChosen: columnId => void move(columnId, true),
          onClose: () => setIsChoosing(false),
        })}
    </>
  )
}

interface TaskMenuProps {
  task: Task
  mayEdit: boolean
  onDeleted: () => void
  onMoved: (task: Task) => void
}

export function TaskMenu({ task, mayEdit, onDeleted, onMoved }: TaskMenuProps) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const restore = useRestoreTask(task.id)
  const remove = useDeleteTask(task.id, () => {
    onDeleted()
    offerUndo(t('tasks.menu.deleted', { title: task.title }), () => restore.mutate())
  })

  const copyLink = async () => {
    if (await copyText(taskAddress(task.id))) notifyOfSuccess(t('actions.copied'))
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('actions.more')}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={copyLink}>
          {t('tasks.menu.copyLink')}
        </Menu.Item>
        {mayEdit && <OtherBoards task={task} onMoved={onMoved} />}
        {mayEdit && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={() => remove.mutate()}>
              {t('actions.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function OtherBoards({ task, onMoved }: { task: Task; onMoved: (task: Task) => void }) {
  const { t } = useTranslation()
  const { data: boards = [] } = useQuery(boardsQuery(task.projectId))
  const { mutate } = useMoveToBoard(task.id)
  const others = boards.filter(({ id }) => id !== task.boardId)
  if (others.length === 0) return null
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconArrowsMove size={16} />}>
          {t('tasks.menu.moveToBoard')}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown>
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => mutate(id, { onSuccess: onMoved })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

/** The short address, which finds the board of the task: it still works after the task moves. */
function taskAddress(id: number) {
  return `${window.location.origin}/app/task/${id}`
}

export function TaskTitle({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useTranslation()
  const save = useSaveTask()
  const baseVersion = useRef(task.version)
  if (!mayEdit) {
    return (
      <Title order={2} className={classes.title}>
        {task.title}
      </Title>
    )
  }
  return (
    <InlineText
      label={t('tasks.fields.title')}
      value={task.title}
      maxLength={500}
      onEditStart={() => {
        baseVersion.current = task.version
      }}
      onSave={title => save({ title }, baseVersion.current)}
      classNames={{ input: classes.title }}
    />
  )
}
