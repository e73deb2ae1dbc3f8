import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fullBoardQuery, usePersonalProject } from '../../data/boards.ts'
import { useCaptureTask } from '../../data/create-task.ts'
import { TaskTextField } from '../../task-text/task-text-field.tsx'
import { taskOf, useTaskText } from '../../task-text/use-task-text.ts'
import { useVocabulary } from '../../task-text/vocabulary.ts'

interface NewTaskFormProps {
  onClose: () => void
  /** The board on the screen. */
  boardId: number | undefined
}

export function NewTaskDialog({ isOpen, ...form }: NewTaskFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('work.newTask.title')} isOpen={isOpen} onClose={form.onClose}>
      <NewTaskForm {...form} />
    </Dialog>
  )
}

function NewTaskForm({ onClose, boardId }: NewTaskFormProps) {
  const { t } = useTranslation()
  const showCreated = useCreatedNotice()
  const { project: personal } = usePersonalProject()
  const { data: board } = useQuery({ ...fullBoardQuery(boardId ?? 0), enabled: boardId !== undefined })
  const form = useMutationForm({
    mutation: useCaptureTask(),
    initialValues: { title: '', place: 'here' },
    toInput: ({ title, place }) => ({
      ...taskOf(task.parse(title)),
      boardId: place === 'here' ? boardId : undefined,
    }),
    onSuccess: created => {
      onClose()
      showCreated(created)
    },
  })
  const isHere = boardId !== undefined && form.values.place === 'here'
  const vocabulary = useVocabulary(isHere ? board?.projectId : personal?.id)
  const task = useTaskText(vocabulary, form.values.title, title => form.change({ title }))
  const { value: _, onChange: __, ...field } = form.field('title')
  return (
    <DialogForm form={form} submitLabel={t('actions.create')} onCancel={onClose}>
      <TaskTextField
        {...field}
        task={task}
        label={t('work.newTask.name')}
        description={t('boards.quickAdd.hint')}
        required
        maxLength={500}
        data-autofocus
      />
      {boardId !== undefined && (
        <SegmentedControl
          aria-label={t('work.newTask.place')}
          value={form.values.place}
          onChange={place => form.change({ place })}
          data={[
            { value: 'here', label: t('work.newTask.here') },
            { value: 'personal', label: t('work.newTask.personal') },
          ]}
        />
      )}
    </DialogForm>
  )
}

/** Creates it on the given or the personal board; the notice links to it. */
export function useCreateTask() {
  const showCreated = useCreatedNotice()
  const { mutateAsync } = useCaptureTask()
  // With a promise: the palette unmounts before the server answers, and callbacks of `mutate` would not run.
  const create = async (title: string, boardId?: number) => {
    const task = await mutateAsync({ title, boardId }).catch(() => undefined) // reported by the client
    if (task) showCreated(task)
  }
  return { create }
}

export function useCreatedNotice() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return ({ id, boardId, title }: Task) =>
    showNotice({
      message: t('work.newTask.created', { title }),
      action: {
        label: t('work.newTask.open'),
        run: () => void navigate({ to: '/board/$boardId/task/$taskId', params: { boardId, taskId: id } }),
      },
    })
}
