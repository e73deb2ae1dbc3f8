import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import type { FieldInput } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { showNotice } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AskedFields } from '../../custom-fields/asked-fields.tsx'
import { fullBoardQuery, personalProjectOf, placeName, useBoardRights } from '../../data/boards/boards.ts'
import { useCaptureTask } from '../../data/changes/capture-task.ts'
import { askedFields, fieldsQuery } from '../../data/projects/fields.ts'
import { allProjectsQuery, mayAs, navigationQuery, useCurrentProject } from '../../data/projects/projects.ts'
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
  const places = useTaskPlaces(boardId)
  const form = useMutationForm({
    mutation: useCaptureTask(),
    initialValues: {
      title: draft?.title ?? '',
      place: draft ? placeValue(draft.boardId) : null,
      fields: {} as FieldInput,
    },
    toInput: ({ title, fields }) => ({
      ...taskOf(task.parse(title)),
      boardId: place?.boardId,
      fields: Object.fromEntries(asked.map(({ id }) => [id, fields[id] ?? null])),
    }),
    onSuccess: created => {
      onClose()
      showCreated(created)
    },
  })
  const place: TaskPlace | undefined = places.find(({ value }) => value === form.values.place) ?? places[0]
  const { data: fields } = useQuery({
    ...fieldsQuery(place?.projectId ?? 0),
    enabled: place !== undefined,
  })
  const asked = askedFields(fields)
  const isIncomplete = asked.some(({ id }) => (form.values.fields[id] ?? null) === null)
  const vocabulary = useVocabulary(place?.projectId)
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
      <Select
        label={t('work.newTask.place')}
        value={place?.value ?? null}
        onChange={value => form.change({ place: value, fields: {} })}
        data={places.map(({ value, label }) => ({ value, label }))}
        allowDeselect={false}
        searchable={places.length > SHORT_LIST}
      />
      {asked.length > 0 && (
        <AskedFields
          fields={asked}
          values={form.values.fields}
          onChange={fields => form.change({ fields })}
        />
      )}
    </DialogForm>
  )
}

const SHORT_LIST = 7

interface TaskPlace {
  value: string
  label: string
  projectId: number
  /** Undefined for a personal project without a board: the server creates one. */
  boardId: number | undefined
}

const placeValue = (boardId: number | undefined) => String(boardId ?? 'personal')

/** The boards that can get a new task, first the one where the user would expect it. */
function useTaskPlaces(openBoardId: number | undefined): TaskPlace[] {
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const current = useCurrentProject()
  const { data: open } = useQuery({ ...fullBoardQuery(openBoardId ?? 0), enabled: openBoardId !== undefined })
  const { mayWrite } = useBoardRights(open)
  const personal = personalProjectOf(projects)
  const places = projects
    .filter(({ myRole }) => mayAs(myRole, 'member'))
    .flatMap(project => placesIn(project, project.id === personal?.id))
  // An administrator can be on a board of a project that is not theirs.
  if (open && mayWrite && !places.some(({ boardId }) => boardId === open.id)) {
    places.push({
      value: placeValue(open.id),
      label: open.name,
      projectId: open.projectId,
      boardId: open.id,
    })
  }
  const expected = [
    places.find(({ boardId }) => boardId === openBoardId),
    places.find(({ projectId }) => projectId === current?.id),
    places.find(({ projectId }) => projectId === personal?.id),
  ].find(place => place !== undefined)
  return expected ? [expected, ...places.filter(place => place !== expected)] : places
}

function placesIn({ id, name, boards }: NavigationProject, isPersonal: boolean): TaskPlace[] {
  if (isPersonal && boards.length === 0)
    return [{ value: placeValue(undefined), label: name, projectId: id, boardId: undefined }]
  return boards.map(board => ({
    value: placeValue(board.id),
    label: placeName(name, board.name),
    projectId: id,
    boardId: board.id,
  }))
}

/** Creates it on the given or the personal board; the notice links to it. What the project requires is asked for first. */
export function useCreateTask(onAsk: (draft: TaskDraft) => void) {
  const showCreated = useCreatedNotice()
  const queryClient = useQueryClient()
  const { mutateAsync } = useCaptureTask()
  const needsMore = async (boardId: number | undefined, projects: NavigationProject[]) => {
    const isPlace = (project: (typeof projects)[number]) => project.boards.some(({ id }) => id === boardId)
    const project = boardId === undefined ? personalProjectOf(projects) : projects.find(isPlace)
    if (!project) return false
    const { items } = await queryClient.fetchQuery({ ...fieldsQuery(project.id), staleTime: FRESH_MS })
    return askedFields(items).length > 0
  }
  // With a promise: the palette unmounts before the server answers, and callbacks of `mutate` would not run.
  const create = async (title: string, boardId?: number) => {
    // Without an answer, the task itself says what is wrong.
    const { projects } = await queryClient.ensureQueryData(navigationQuery).catch(() => ({ projects: [] }))
    if (await needsMore(boardId, projects).catch(() => false)) {
      return onAsk({ title, boardId: boardId ?? personalProjectOf(projects)?.boards[0]?.id })
    }
    const task = await mutateAsync({ title, boardId }).catch(() => undefined) // reported by the client
    if (task) showCreated(task)
  }
  return { create }
}

/** Says where the task is, and links to it. */
function useCreatedNotice() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return ({ id, boardId, projectId, title }: Task) => {
    const project = queryClient
      .getQueryData(navigationQuery.queryKey)
      ?.projects.find(one => one.id === projectId)
    const board = project?.boards.find(one => one.id === boardId)
    const place = project && board && placeName(project.name, board.name)
    showNotice({
      message: place ? t('work.newTask.createdIn', { title, place }) : t('work.newTask.created', { title }),
      action: {
        label: t('work.newTask.open'),
        run: () => void navigate({ to: '/board/$boardId/task/$taskId', params: { boardId, taskId: id } }),
      },
    })
  }
}
