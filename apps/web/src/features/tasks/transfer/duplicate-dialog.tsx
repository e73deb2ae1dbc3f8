import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { Checkbox, Fieldset, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDuplicateTask } from '../../../data/tasks/task-transfer.ts'

interface DuplicateDialogProps {
  task: Task
  isOpen: boolean
  onClose: () => void
  onDuplicated: (copy: Task) => void
}

export function DuplicateDialog({ isOpen, ...props }: DuplicateDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('tasks.duplicate.title')} isOpen={isOpen} onClose={props.onClose}>
      <DuplicateForm {...props} />
    </Dialog>
  )
}

/** Offers only what the task has. */
function DuplicateForm({ task, onClose, onDuplicated }: Omit<DuplicateDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const has = {
    checklist: task.checklistTotal > 0,
    stickers: task.stickers.length > 0,
    attachments: task.attachmentCount > 0,
    assignee: task.assigneeId !== null,
    dates: task.startDate !== null || task.dueDate !== null,
  }
  const parts = (Object.keys(has) as (keyof typeof has)[]).filter(part => has[part])
  const form = useMutationForm({
    mutation: useDuplicateTask(),
    initialValues: {
      title: task.title,
      checklist: true,
      stickers: true,
      attachments: true,
      assignee: true,
      dates: true,
    },
    toInput: ({ title, ...choices }) => ({ id: task.id, title: title.trim(), ...choices, force: true }),
    onSuccess: copy => {
      onClose()
      onDuplicated(copy)
    },
    validate: { title: title => !title.trim() },
  })
  return (
    <DialogForm form={form} submitLabel={t('tasks.duplicate.submit')} onCancel={onClose}>
      <TextInput
        {...form.field('title')}
        label={t('tasks.duplicate.name')}
        maxLength={500}
        autoComplete="off"
        data-autofocus
      />
      {parts.length > 0 && (
        <Fieldset legend={t('tasks.duplicate.copy')}>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing="xs">
            {parts.map(part => (
              <Checkbox key={part} {...form.toggle(part)} label={t(`tasks.duplicate.${part}`)} />
            ))}
          </SimpleGrid>
        </Fieldset>
      )}
      <Text size="sm" c="dimmed">
        {t('tasks.duplicate.hint')}
      </Text>
    </DialogForm>
  )
}
