import type { ListedBoard } from '@atrium/tasks/boards/board.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { IconButton } from '@atrium/ui/icon-button'
import { IconRestore, IconTrash } from '@atrium/ui/icons'
import { DateText } from '@atrium/ui/time-text'
import { Button, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulkChange } from '../../../data/tasks/bulk-change.tsx'
import { useRestoreBoard } from '../board.queries.ts'
import { useRemoveTask, useRestoreTask } from '../project.queries.ts'
import classes from '../row.module.css'

interface TrashListProps {
  projectKey: string | null
  tasks: Task[]
  deletedBoards: ListedBoard[]
  mayRestore: boolean
  mayRemove: boolean
}

export function TrashList({ projectKey, tasks, deletedBoards, mayRestore, mayRemove }: TrashListProps) {
  const { t } = useTranslation()
  const restoration = useRestoreTask()
  const removal = useRemoveTask()
  const [doomed, setDoomed] = useState<Task>()
  const restorable = mayRestore
    ? tasks.filter(({ boardId }) => deletedBoards.every(({ id }) => id !== boardId))
    : []
  const selected = useSelected(restorable)
  const close = () => setDoomed(undefined)
  // Not as a callback of mutate, which does not run if the list unmounts first.
  const restore = ({ id, title }: Task) =>
    restoration.mutateAsync(id).then(
      () => notifyOfSuccess(t('projects.trash.restored', { title })),
      () => {},
    )
  return (
    <>
      <TrashSection title={deletedBoards.length > 0 ? t('projects.trash.tasks') : undefined}>
        {restorable.length > 1 && <RestoreMany tasks={restorable} selected={selected} />}
        {tasks.map(task => {
          const board = deletedBoards.find(({ id }) => id === task.boardId)
          return (
            <TrashRow
              key={task.id}
              title={task.title}
              facts={taskKey(task.number, projectKey)}
              deletedAt={task.deletedAt}
              note={board && t('projects.trash.boardFirst', { name: board.name })}
              isBusy={restoration.isPending && restoration.variables === task.id}
              {...(restorable.length > 1 && { select: selected.boxFor(task) })}
              onRestore={mayRestore && !board ? () => restore(task) : undefined}
              onRemove={mayRemove ? () => setDoomed(task) : undefined}
            />
          )
        })}
      </TrashSection>
      <ConfirmDialog
        title={t('projects.trash.remove.title')}
        text={t('projects.trash.remove.text', { title: doomed?.title ?? '' })}
        consequences={[t('projects.trash.remove.all'), t('projects.trash.remove.irreversible')]}
        action={t('projects.trash.remove.action')}
        isOpen={doomed !== undefined}
        isPending={removal.isPending}
        onConfirm={() => doomed && removal.mutate(doomed.id, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}

type Selected = ReturnType<typeof useSelected>

/** Which of the listed tasks are selected. */
function useSelected(tasks: Task[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set<number>())
  const ids = tasks.map(({ id }) => id).filter(id => chosen.has(id))
  return {
    ids,
    setAll: (isOn: boolean) => setChosen(new Set(isOn ? tasks.map(({ id }) => id) : [])),
    boxFor: ({ id }: Task) =>
      tasks.some(task => task.id === id)
        ? {
            isOn: chosen.has(id),
            toggle: () =>
              setChosen(
                before => new Set(before.has(id) ? [...before].filter(one => one !== id) : [...before, id]),
              ),
          }
        : undefined,
  }
}

function RestoreMany({ tasks, selected }: { tasks: Task[]; selected: Selected }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useBulkChange()
  const { ids, setAll } = selected
  const restore = () => {
    const titles = new Map(tasks.map(({ id, title }) => [id, title]))
    mutate({ ids, change: { isDeleted: false }, titles })
    setAll(false)
  }
  return (
    <li className={classes.row}>
      <Checkbox
        label={ids.length > 0 ? t('bulk.selected', { count: ids.length }) : t('bulk.selectPage')}
        checked={ids.length === tasks.length}
        indeterminate={ids.length > 0 && ids.length < tasks.length}
        onChange={() => setAll(ids.length < tasks.length)}
      />
      <Button
        size="compact-sm"
        leftSection={<IconRestore size={16} stroke={1.75} />}
        disabled={ids.length === 0}
        loading={isPending}
        onClick={restore}
      >
        {ids.length > 0 ? t('bulk.restoreMany', { count: ids.length }) : t('projects.trash.restore')}
      </Button>
    </li>
  )
}

interface DeletedBoardsProps {
  projectId: number
  boards: ListedBoard[]
  mayRestore: boolean
}

export function DeletedBoards({ projectId, boards, mayRestore }: DeletedBoardsProps) {
  const { t } = useTranslation()
  const restoration = useRestoreBoard(projectId)
  // Not as a callback of mutate, which does not run if the list unmounts first.
  const restore = ({ id, name }: ListedBoard) =>
    restoration.mutateAsync(id).then(
      () => notifyOfSuccess(t('projects.trash.boardRestored', { name })),
      () => {},
    )
  return (
    <TrashSection title={t('projects.trash.boards')}>
      {boards.map(board => (
        <TrashRow
          key={board.id}
          title={board.name}
          facts={t('projects.boards.tasks', { count: board.taskCount ?? 0 })}
          deletedAt={board.deletedAt}
          isBusy={restoration.isPending && restoration.variables === board.id}
          onRestore={mayRestore ? () => restore(board) : undefined}
        />
      ))}
    </TrashSection>
  )
}

interface TrashSectionProps {
  /** Left out if there is only one. */
  title?: string
  children: ReactNode
}

function TrashSection({ title, children }: TrashSectionProps) {
  const id = useId()
  return (
    <Stack component="section" gap="xs" aria-labelledby={title && id}>
      {title && (
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
      )}
      <Card padding={0}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {children}
        </Stack>
      </Card>
    </Stack>
  )
}

interface TrashRowProps {
  title: string
  /** More facts than the title and the time of deletion. */
  facts: string
  deletedAt?: string | null
  /** Why it cannot be restored right away. */
  note?: string
  select?: { isOn: boolean; toggle: () => void } | undefined
  isBusy: boolean
  onRestore?: () => void
  onRemove?: () => void
}

function TrashRow({ title, facts, deletedAt, note, select, isBusy, onRestore, onRemove }: TrashRowProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.row} data-compact>
      <div className={classes.who}>
        {select && (
          <Checkbox
            aria-label={t('bulk.selectTask', { title })}
            checked={select.isOn}
            onChange={select.toggle}
          />
        )}
        <div style={{ minWidth: 0 }}>
          <Text fw={600} lineClamp={2}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {facts}
            {deletedAt && (
              <>
                {' · '}
                {t('projects.trash.deleted')} <DateText value={deletedAt} />
              </>
            )}
            {note && ` · ${note}`}
          </Text>
        </div>
      </div>
      <Group gap="xs" wrap="nowrap">
        {onRestore && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRestore size={16} stroke={1.75} />}
            loading={isBusy}
            onClick={onRestore}
            aria-label={t('projects.trash.restoreOne', { title })}
          >
            {t('projects.trash.restore')}
          </Button>
        )}
        {onRemove && (
          <IconButton
            icon={IconTrash}
            label={t('projects.trash.removeOne', { title })}
            color="red"
            onClick={onRemove}
          />
        )}
      </Group>
    </li>
  )
}

export function EmptyTrash() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconTrash}
      title={t('projects.trash.empty.title')}
      text={t('projects.trash.empty.text')}
    />
  )
}
