import type { FieldInput } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SegmentedControl } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AskedFields } from '../../custom-fields/asked-fields.tsx'
import { fullBoardQuery, personalProjectOf, usePersonalProject } from '../../data/boards.ts'
import { useCaptureTask } from '../../data/create-task.ts'
import { askedFields, fieldsQuery } from '../../data/fields.ts'
import { navigationQuery } from '../../data/projects.ts'
import { TaskTextField } from '../../task-text/task-text-field.tsx'
import { taskOf, useTaskText } from '../../task-text/use-task-text.ts'
import { useVocabulary } from '../../task-text/vocabulary.ts'
import type { TaskDraft } from './use-action-commands.tsx'

interface NewTaskFormProps {
  onClose: () => void
  /** The board on the screen. */
  boardId: number | undefined
  draft: TaskDraft | undefined
}

const FRESH_MS = 30_000

export function NewTaskDialog({ isOpen, ...form }: NewTaskFormProps & { isOpen: boolean }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('work.newTask.title')} isOpen={isOpen} onClose={form.onClose}>
      <NewTaskForm {...form} />
    </Dialog>
  )
}

function NewTaskForm({ onClose, boardId, draft }: NewTaskFormProps) {
  const { t } = useTranslation()
  const showCreated = useCreatedNotice()
  const { project: personal } = usePersonalProject()
  const { data: board } = useQuery({ ...fullBoardQuery(boardId ?? 0), enabled: boardId !== undefined })
  const { data: personalFields } = useQuery({
    ...fieldsQuery(personal?.id ?? 0),
    enabled: personal !== undefined,
  })
  const form = useMutationForm({
    mutation: useCaptureTask(),
    initialValues: { title: draft?.title ?? '', place: draft?.place ?? 'here', fields: {} as FieldInput },
    toInput: ({ title, place, fields }) => ({
      ...taskOf(task.parse(title)),
      boardId: place === 'here' ? boardId : undefined,
      fields: Object.fromEntries(asked.map(({ id }) => [id, fields[id] ?? null])),
    }),
    onSuccess: created => {
      onClose()
      showCreated(created)
    },
  })
  const isHere = boardId !== undefined && form.values.place === 'here'
  const asked = askedFields(isHere ? board?.customFields : personalFields)
  const isIncomplete = asked.some(({ id }) => (form.values.fields[id] ?? null) === null)
  const vocabulary = useVocabulary(isHere ? board?.projectId : personal?.id)
  const task = useTaskText(vocabulary, form.values.title, title => form.change({ title }))
  const { value: _, onChange: __, ...field } = form.field('title')
  return (
    <DialogForm form={form} submitLabel={t('actions.create')} isIncomplete={isIncomplete} onCancel={onClose}>
      <TaskTextField
        {...field}
        task={task}
        label={t('work.newTask.name')}
        description={t('boards.quickAdd.hint')}
        required
        maxLength={500}
        data-autofocus
      />
      {asked.length > 0 && (
        <AskedFields
          fields={asked}
          values={form.values.fields}
          onChange={fields => form.change({ fields })}
        />
      )}
      {boardId !== undefined && (
        <SegmentedControl
          aria-label={t('work.newTask.place')}
          value={form.values.place}
          onChange={place => form.change({ place: place as TaskDraft['place'] })}
          data={[
            { value: 'here', label: t('work.newTask.here') },
            { value: 'personal', label: t('work.newTask.personal') },
          ]}
        />
      )}
    </DialogForm>
  )
}

/** Creates it on the given or the personal board; the notice links to it. What the project requires is asked for first. */
export function useCreateTask(onAsk: (draft: TaskDraft) => void) {
  const showCreated = useCreatedNotice()
  const queryClient = useQueryClient()
  const { mutateAsync } = useCaptureTask()
  const needsMore = async (boardId: number | undefined) => {
    const { projects } = await queryClient.ensureQueryData(navigationQuery)
    const isPlace = (project: (typeof projects)[number]) => project.boards.some(({ id }) => id === boardId)
    const project = boardId === undefined ? personalProjectOf(projects) : projects.find(isPlace)
    if (!project) return false
    const { items } = await queryClient.fetchQuery({ ...fieldsQuery(project.id), staleTime: FRESH_MS })
    return askedFields(items).length > 0
  }
  // With a promise: the palette unmounts before the server answers, and callbacks of `mutate` would not run.
  const create = async (title: string, boardId?: number) => {
    // Without an answer, the task itself says what is wrong.
    if (await needsMore(boardId).catch(() => false)) {
      return onAsk({ title, place: boardId === undefined ? 'personal' : 'here' })
    }
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
