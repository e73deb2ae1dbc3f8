import type { Role } from '@atrium/identity/access-control/role.contract'
import { hasCode } from '@atrium/ui/api-error'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSaveRole } from './role.queries.ts'

interface RoleDialogProps {
  role: Role | 'new' | undefined
  onClose: () => void
}

export function RoleDialog({ role, onClose }: RoleDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSaveRole()
  const existing = role === 'new' ? undefined : role
  const { fields, rest } = formErrors(error, ['name', 'level', 'description'])
  const close = () => {
    reset()
    onClose()
  }
  const save = (form: FormData) => {
    const name = String(form.get('name') ?? existing?.name).trim()
    const level = Number(form.get('level') ?? existing?.level)
    const description = String(form.get('description')).trim() || null
    const onSuccess = () => {
      close()
      notifyOfSuccess(existing ? t('access.roles.changed') : t('access.roles.created', { name }))
    }
    mutate({ id: existing?.id, name, level, description }, { onSuccess })
  }
  return (
    <RecordDialog
      title={existing ? t('access.roles.edit', { name: existing.name }) : t('access.roles.create')}
      isOpen={role !== undefined}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={save}
      onClose={close}
    >
      <TextInput
        name="name"
        label={t('access.roles.name')}
        description={t('access.roles.nameText')}
        defaultValue={existing?.name}
        error={hasCode(error, 409) ? t('access.roles.taken') : fields.name}
        disabled={existing?.isSystem}
        required
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <NumberInput
        name="level"
        label={t('access.roles.levelName')}
        description={t('access.roles.levelText')}
        defaultValue={existing?.level ?? 10}
        error={fields.level}
        disabled={existing?.isSystem}
        min={1}
        max={100}
        allowDecimal={false}
        required
      />
      <Textarea
        name="description"
        label={t('access.roles.description')}
        defaultValue={existing?.description ?? ''}
        error={fields.description}
        maxLength={500}
        autosize
        minRows={2}
      />
    </RecordDialog>
  )
}
