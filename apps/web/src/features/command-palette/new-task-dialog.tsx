import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SegmentedControl, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCaptureTask } from '../../data/tasks.ts'
import { useCreatedNotice } from './create-task.ts'

interface NewTaskFormProps {
  onClose: () => void
  /** The board that is on the screen. */
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
  const form = useMutationForm({
    mutation: useCaptureTask(),
    initialValues: { title: '', place: 'here' },
    toInput: ({ title, place }) => ({
      title: title.trim(),
      boardId: place === 'here' ? boardId : undefined,
    }),
    onSuccess: task => {
      onClose()
      showCreated(task)
    },
  })
  return (
    <DialogForm form={form} submitLabel={t('actions.create')} onCancel={onClose}>
      <TextInput
        {...form.field('title')}
        label={t('work.newTask.name')}
        required
        maxLength={500}
        autoComplete="off"
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
