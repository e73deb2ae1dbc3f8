import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { CopyButton } from '@atrium/ui/copy-button'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconArchive,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconCheck,
  IconCircleCheck,
  IconEye,
  IconLink,
  IconX,
} from '@atrium/ui/icons'
import { ActionIcon, Badge, Box, Button, Group, Title, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoveToColumn } from './fields/move-to-column.tsx'
import { InlineText } from './layout/inline-text.tsx'
import { TaskReference } from './markdown/task-reference.tsx'
import { splitTaskReferences, taskReferencesIn } from './markdown/task-references.ts'
import { useSaveTask } from './saving/save-task.tsx'
import classes from './task-header.module.css'
import { taskAddress } from './task-menu.tsx'

interface TaskHeaderProps {
  task: Task
  board: FullBoard
  mayEdit: boolean
  breadcrumbs: ReactNode
  /** Asks for the done column of a board that has none. */
  chooseDoneColumn: (choice: DoneColumnChoice) => ReactNode
  /** A page of its own, not a panel over the board. */
  isPage: boolean
  /** Shown next to the close button. */
  children: ReactNode
  onClose: () => void
}

interface DoneColumnChoice {
  onChosen: (columnId: number) => void
  onClose: () => void
}

/** Sticky at the top of the panel or page. */
export function TaskHeader(props: TaskHeaderProps) {
  const { task, board, mayEdit, breadcrumbs, chooseDoneColumn, isPage, children, onClose } = props
  const { t } = useTranslation()
  return (
    <div className={classes.header} data-page={isPage || undefined}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        {breadcrumbs}
        <CopyLink taskId={task.id} />
        {mayEdit && <DoneButton task={task} board={board} chooseDoneColumn={chooseDoneColumn} />}
        {!mayEdit && <ViewOnly />}
        {task.archivedAt && <ArchivedBadge />}
      </Group>
      <Group gap={4} wrap="nowrap">
        {children}
        <SizeLink task={task} isPage={isPage} />
        {!isPage && <IconButton icon={IconX} iconSize={18} label={t('actions.close')} onClick={onClose} />}
      </Group>
    </div>
  )
}

/** From the panel to the page and back. On phones the panel fills the screen already. */
function SizeLink({ task, isPage }: { task: Task; isPage: boolean }) {
  const { t } = useTranslation()
  const label = t(isPage ? 'tasks.menu.openPanel' : 'tasks.menu.openPage')
  const Icon = isPage ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to={isPage ? `/board/${task.boardId}/task/${task.id}` : `/task/${task.id}/page`}
        variant="subtle"
        color="gray"
        aria-label={label}
        visibleFrom="sm"
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

function ViewOnly() {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('tasks.viewOnly.hint')} multiline maw={260}>
      <Badge variant="light" color="gray" tt="none" leftSection={<IconEye size={14} />}>
        {t('tasks.viewOnly.label')}
      </Badge>
    </Tooltip>
  )
}

function ArchivedBadge() {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('tasks.archive.hint')} multiline maw={260}>
      <Badge variant="light" color="gray" tt="none" leftSection={<IconArchive size={14} />}>
        {t('tasks.archive.mark')}
      </Badge>
    </Tooltip>
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
            <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy} visibleFrom="xs">
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

export function TaskTitle({ task, mayEdit }: { task: Task; mayEdit: boolean }) {
  const { t } = useTranslation()
  const save = useSaveTask()
  const baseVersion = useRef(task.version)
  if (!mayEdit) {
    return (
      <Title order={2} className={classes.title}>
        <TitleText title={task.title} />
      </Title>
    )
  }
  return (
    <>
      <InlineText
        label={t('tasks.fields.title')}
        value={task.title}
        maxLength={500}
        onEditStart={() => {
          baseVersion.current = task.version
        }}
        onSave={title => save({ title }, baseVersion.current)}
        textClass={classes.title}
      />
      <TitleReferences title={task.title} />
    </>
  )
}

function TitleText({ title }: { title: string }) {
  return splitTaskReferences(title).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a title never move
    typeof part === 'string' ? part : <TaskReference key={index} taskKey={part.key} />,
  )
}

/** The tasks that the title names, below the field, which can't contain links. */
function TitleReferences({ title }: { title: string }) {
  const keys = taskReferencesIn(title)
  if (keys.length === 0) return null
  return (
    <Group gap="xs" fz="sm">
      {keys.map(key => (
        <TaskReference key={key} taskKey={key} fallback={null} />
      ))}
    </Group>
  )
}
