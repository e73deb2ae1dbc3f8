import type { NavigationProject } from '@atrium/tasks/boards/navigation.contract'
import type { FieldInput } from '@atrium/tasks/fields/field.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Dialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AskedFields } from '../../../custom-fields/asked-fields.tsx'
import { useCaptureTask } from '../../../data/changes/capture-task.ts'
import { askedFields, fieldsQuery } from '../../../data/projects/fields.ts'
import { useDirectory } from '../view/directory.ts'
import { useCalendar } from './calendar-context.ts'

interface NewTaskProps {
  /** Where the user can create tasks, with at least one board. */
  projects: NavigationProject[]
  onCreated: (task: Task) => void
  onClose: () => void
}

interface NewTaskDialogProps extends NewTaskProps {
  isOpen: boolean
  /** Undefined while the dialog is closed. */
  day: string | undefined
}

/** A task that is due on the day. */
export function NewTaskDialog({ isOpen, day, ...form }: NewTaskDialogProps) {
  const { t } = useTranslation()
  const { formats } = useCalendar()
  const shown = useLastShown(day) ?? ''
  return (
    <Dialog
      title={shown && t('calendar.new.title', { day: formats.short(shown) })}
      isOpen={isOpen}
      onClose={form.onClose}
    >
      <NewTaskForm {...form} day={shown} />
    </Dialog>
  )
}

function NewTaskForm({ projects, day, onCreated, onClose }: NewTaskProps & { day: string }) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useCaptureTask(),
    initialValues: {
      title: '',
      boardId: String(projects[0]?.boards[0]?.id),
      columnId: null as string | null,
      fields: {} as FieldInput,
    },
    toInput: ({ title, boardId, columnId, fields }) => ({
      title,
      boardId: Number(boardId),
      ...(columnId && { columnId: Number(columnId) }),
      dueDate: day,
      fields,
    }),
    onSuccess: task => {
      onClose()
      onCreated(task)
    },
  })
  const boardId = Number(form.values.boardId)
  const project = projects.find(({ boards }) => boards.some(({ id }) => id === boardId))
  const projectId = project?.id ?? 0
  const columns = useDirectory(project ? [{ projectId, boardId }] : []).columnsOf(boardId)
  const { data: fields } = useQuery({ ...fieldsQuery(projectId), enabled: project !== undefined })
  const boards = projects.map(({ name, boards }) => ({
    group: name,
    items: boards.map(({ id, name }) => ({ value: String(id), label: name })),
  }))
  const [only] = boards
  return (
    <DialogForm form={form} submitLabel={t('actions.create')} onCancel={onClose}>
      <TextInput
        {...form.field('title')}
        label={t('calendar.new.name')}
        required
        maxLength={500}
        data-autofocus
      />
      <Group grow align="flex-start">
        {(boards.length > 1 || (only?.items.length ?? 0) > 1) && (
          <Select
            {...form.field('boardId')}
            label={t('calendar.new.board')}
            data={boards.length > 1 ? boards : (only?.items ?? [])}
            allowDeselect={false}
            searchable={boards.length > 1}
            onChange={value => value && form.change({ boardId: value, columnId: null, fields: {} })}
          />
        )}
        <Select
          {...form.field('columnId')}
          label={t('views.columns.column')}
          data={columns.map(({ id, title }) => ({ value: String(id), label: title }))}
          value={form.values.columnId ?? String(columns[0]?.id ?? '')}
          allowDeselect={false}
        />
      </Group>
      <AskedFields
        fields={askedFields(fields)}
        values={form.values.fields}
        onChange={values => form.change({ fields: values })}
      />
    </DialogForm>
  )
}
