import type { TaskPriority } from '@atrium/tasks/tasks/task-priority.contract'
import { hasCode } from '@atrium/ui/api-error'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { ColorInput, NumberInput, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSavePriority } from './priority.queries.ts'
import { swatches } from './swatches.ts'

interface PriorityDialogProps {
  priority: TaskPriority | 'new' | undefined
  onClose: () => void
}

export function PriorityDialog({ priority, onClose }: PriorityDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSavePriority()
  const existing = priority === 'new' ? undefined : priority
  const { fields, rest } = formErrors(error, ['name', 'level', 'color'])
  const close = () => {
    reset()
    onClose()
  }
  const save = (form: FormData) => {
    const fields = {
      name: String(form.get('name')),
      level: Number(form.get('level')),
      color: String(form.get('color')),
      ...(form.has('isDefault') && { isDefault: true }),
    }
    const onSuccess = () => {
      close()
      notifyOfSuccess(t('administration.priorities.saved'))
    }
    mutate({ id: existing?.id, ...fields }, { onSuccess })
  }
  return (
    <RecordDialog
      title={
        existing
          ? t('administration.priorities.edit', { name: existing.name })
          : t('administration.priorities.create')
      }
      isOpen={priority !== undefined}
      isPending={isPending}
      errors={hasCode(error, 409) ? [t('administration.priorities.taken')] : rest}
      onChange={reset}
      onSubmit={save}
      onClose={close}
    >
      <TextInput
        name="name"
        label={t('administration.priorities.name')}
        defaultValue={existing?.name}
        error={fields.name}
        required
        maxLength={50}
        autoComplete="off"
        data-autofocus
      />
      <NumberInput
        name="level"
        label={t('administration.priorities.level')}
        defaultValue={existing?.level ?? 50}
        error={fields.level}
        min={0}
        max={1000}
        allowDecimal={false}
        required
      />
      <ColorInput
        name="color"
        label={t('administration.priorities.color')}
        defaultValue={existing?.color ?? swatches[5]}
        error={fields.color}
        swatches={swatches}
        format="hex"
        withEyeDropper={false}
        required
      />
      <Switch
        name="isDefault"
        label={t('administration.priorities.isDefault')}
        description={t('administration.priorities.isDefaultText')}
        defaultChecked={existing?.isDefault}
        disabled={existing?.isDefault}
      />
    </RecordDialog>
  )
}
