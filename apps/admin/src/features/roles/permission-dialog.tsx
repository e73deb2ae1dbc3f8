import type { Permission } from '@atrium/identity/access-control/permission.contract'
import { hasCode } from '@atrium/ui/api-error'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordDialog } from '@atrium/ui/record-dialog'
import { Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSavePermission } from './permission.queries.ts'

interface PermissionDialogProps {
  permission: Permission | 'new' | undefined
  onClose: () => void
}

export function PermissionDialog({ permission, onClose }: PermissionDialogProps) {
  const { t } = useTranslation()
  const { mutate, error, isPending, reset } = useSavePermission()
  const existing = permission === 'new' ? undefined : permission
  const { fields, rest } = formErrors(error, ['name', 'description'])
  const close = () => {
    reset()
    onClose()
  }
  const save = (form: FormData) => {
    const name = String(form.get('name')).trim()
    const description = String(form.get('description')).trim() || null
    const onSuccess = () => {
      close()
      notifyOfSuccess(existing ? t('access.permissions.changed') : t('access.permissions.created', { name }))
    }
    mutate({ id: existing?.id, name, description }, { onSuccess })
  }
  return (
    <RecordDialog
      title={
        existing ? t('access.permissions.edit', { name: existing.name }) : t('access.permissions.create')
      }
      isOpen={permission !== undefined}
      isPending={isPending}
      errors={rest}
      onChange={reset}
      onSubmit={save}
      onClose={close}
    >
      <TextInput
        name="name"
        label={t('access.permissions.name')}
        description={t('access.permissions.nameText')}
        defaultValue={existing?.name}
        error={hasCode(error, 409) ? t('access.permissions.taken') : fields.name}
        required
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <Textarea
        name="description"
        label={t('access.permissions.description')}
        defaultValue={existing?.description ?? ''}
        error={fields.description}
        maxLength={500}
        autosize
        minRows={2}
      />
    </RecordDialog>
  )
}
