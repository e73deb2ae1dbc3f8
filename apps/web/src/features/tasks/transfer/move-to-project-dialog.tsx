import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import { taskKey } from '@atrium/tasks/projects/project-key.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import type { MovedToProject } from '@atrium/tasks/tasks/transfer/transfer.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { useUndo } from '@atrium/ui/feedback/undo'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { boardsQuery, fullBoardQuery } from '../../../data/boards/boards.ts'
import { useMoveToProject, useTargetProjects } from '../../../data/tasks/task-transfer.ts'
import { markedOptions } from '../../../project-mark/project-mark.tsx'

interface MoveToProjectDialogProps {
  task: Task
  isOpen: boolean
  onClose: () => void
  onMoved: (task: Task) => void
}

export function MoveToProjectDialog({ isOpen, ...props }: MoveToProjectDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('tasks.project.title')} isOpen={isOpen} onClose={props.onClose}>
      <MoveForm {...props} />
    </Dialog>
  )
}

function MoveForm({ task, onClose, onMoved }: Omit<MoveToProjectDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const { targets, canReturn, isPending } = useTargetProjects(task.projectId)
  const announceMove = useMoveNews(task, onMoved)
  const form = useMutationForm({
    mutation: useMoveToProject(),
    initialValues: { projectId: null as string | null, boardId: null as string | null, columnId: '' },
    toInput: ({ projectId, boardId, columnId }) => ({
      id: task.id,
      projectId: Number(projectId),
      ...(boardId && { boardId: Number(boardId) }),
      ...(columnId && { columnId: Number(columnId) }),
      force: true,
    }),
    onSuccess: (moved, { projectId }) => {
      onClose()
      const target = targets.find(({ id }) => String(id) === projectId)
      announceMove(moved, target, target !== undefined && canReturn(target))
    },
  })
  const { projectId, boardId } = form.values
  const { data: boards } = useQuery({ ...boardsQuery(Number(projectId)), enabled: projectId !== null })
  const shownBoardId = boardId ?? (boards?.[0] ? String(boards[0].id) : null)
  const { data: board } = useQuery({
    ...fullBoardQuery(Number(shownBoardId)),
    enabled: shownBoardId !== null && projectId !== null,
  })
  if (!isPending && targets.length === 0) return <Text>{t('tasks.project.none')}</Text>
  return (
    <DialogForm
      form={form}
      submitLabel={t('tasks.project.submit')}
      isIncomplete={projectId === null || shownBoardId === null}
      onCancel={onClose}
    >
      <Select
        {...form.field('projectId')}
        label={t('tasks.project.project')}
        placeholder={t('tasks.project.projectPlaceholder')}
        onChange={id => form.change({ projectId: id, boardId: null, columnId: '' })}
        error={form.field('projectId').error ?? (boards?.length === 0 && t('tasks.project.noBoard'))}
        {...markedOptions(targets, projectId === null ? undefined : Number(projectId))}
        searchable
        allowDeselect={false}
        data-autofocus
      />
      {boards && boards.length > 1 && (
        <Select
          {...form.field('boardId')}
          label={t('tasks.project.board')}
          data={boards.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={shownBoardId}
          onChange={id => form.change({ boardId: id, columnId: '' })}
          allowDeselect={false}
        />
      )}
      {board && (
        <Select
          {...form.field('columnId')}
          label={t('tasks.project.column')}
          data={[
            { value: '', label: t('tasks.project.sameColumn') },
            ...board.columns.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          onChange={id => form.change({ columnId: id ?? '' })}
          allowDeselect={false}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('tasks.project.hint')}
      </Text>
    </DialogForm>
  )
}

/** Says where the task went and what it lost, and offers to move it back if the user can. */
function useMoveNews(task: Task, onMoved: (task: Task) => void) {
  const { t } = useTranslation()
  const { offerUndo } = useUndo()
  const { mutate } = useMoveToProject()
  const back = { id: task.id, projectId: task.projectId, columnId: task.columnId, force: true }
  return (
    { item, leftBehind }: MovedToProject,
    target: NavigationProject | undefined,
    canReturn: boolean,
  ) => {
    onMoved(item)
    const project = target?.name ?? ''
    const losses = lossesOf(leftBehind, project, t)
    if (losses) notifyOfSuccess(losses)
    const message = t('tasks.project.moved', { project, key: taskKey(item.number, target?.key) })
    if (!canReturn) return notifyOfSuccess(message)
    offerUndo(message, () => mutate(back, { onSuccess: ({ item: returned }) => onMoved(returned) }))
  }
}

function lossesOf(leftBehind: MovedToProject['leftBehind'], project: string, t: TFunction) {
  const { stickers, assigneeIds, watcherIds } = leftBehind
  return [
    stickers.length > 0 && t('tasks.project.leftStickers', { project, names: stickers.join(', ') }),
    assigneeIds.length > 0 && t('tasks.project.leftAssignee'),
    watcherIds.length > 0 && t('tasks.project.leftWatchers', { count: watcherIds.length }),
  ]
    .filter(Boolean)
    .join(' ')
}
