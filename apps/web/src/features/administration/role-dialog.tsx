import type { Role } from '@atrium/tasks/administration/role.contract'
import { hasCode } from '@atrium/ui/api-error'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { Textarea, TextInput } from '@mantine/core'
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
  const { fields, rest } = formErrors(error, ['name', 'description'])
  const close = () => {
    reset()
    onClose()
  }
  const save = (form: FormData) => {
    const description = String(form.get('description')).trim() || null
    const name = String(form.get('name') ?? existing?.name).trim()
    mutate(
      { id: existing?.id, name, description },
      {
        onSuccess: () => {
          close()
          notifyOfSuccess(
            existing ? t('administration.roles.changed') : t('administration.roles.created', { name }),
          )
        },
      },
    )
  }
  return (
    <RecordDialog
      title={
        existing ? t('administration.roles.edit', { name: existing.name }) : t('administration.roles.create')
      }
      isOpen={role !== undefined}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={save}
      onClose={close}
    >
      <TextInput
        name="name"
        label={t('administration.roles.name')}
        description={t('administration.roles.nameText')}
        defaultValue={existing?.name}
        error={hasCode(error, 409) ? t('administration.roles.taken') : fields.name}
        disabled={existing?.isSystem}
        required
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <Textarea
        name="description"
        label={t('administration.roles.description')}
        defaultValue={existing?.description ?? ''}
        error={fields.description}
        maxLength={1000}
        autosize
        minRows={2}
      />
    </RecordDialog>
  )
}
