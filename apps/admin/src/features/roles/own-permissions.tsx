import type { Permission } from '@atrium/identity/access-control/permission.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { EmptyState } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconKey } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { Code, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { permissionsQuery, useDeletePermission, useSavePermission } from './role.queries.ts'

/** The permissions that the installation has added to the built-in ones. */
export function OwnPermissions() {
  const { t } = useTranslation()
  const query = useQuery(permissionsQuery)
  return (
    <CrudList
      query={{ ...query, data: query.data?.filter(({ isBuiltIn }) => !isBuiltIn) }}
      text={t('access.permissions.ownText')}
      createLabel={t('access.permissions.create')}
      row={({ name, description }) => ({
        name: <Code>{name}</Code>,
        text: description,
        editLabel: t('access.permissions.edit', { name }),
        deleteLabel: t('access.permissions.delete', { name }),
      })}
      form={(permission, close) => <PermissionForm permission={permission} onClose={close} />}
      deletion={{
        mutation: useDeletePermission(),
        question: ({ name }) => ({
          title: t('access.permissions.deleteTitle', { name }),
          text: t('access.permissions.deleteText'),
          action: t('access.permissions.delete', { name }),
        }),
        doneMessage: () => t('access.permissions.deleted'),
      }}
      empty={
        <EmptyState
          order={3}
          icon={IconKey}
          title={t('access.permissions.ownEmptyTitle')}
          text={t('access.permissions.ownEmptyText')}
        />
      }
    />
  )
}

interface PermissionFormProps {
  permission: Permission | undefined
  onClose: () => void
}

function PermissionForm({ permission, onClose }: PermissionFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useSavePermission(),
    initialValues: { name: permission?.name ?? '', description: permission?.description ?? '' },
    toInput: ({ name, description }) => ({
      id: permission?.id,
      name: name.trim(),
      description: description.trim() || null,
    }),
    onSuccess: (_, { name }) => {
      onClose()
      notifyOfSuccess(
        permission ? t('access.permissions.changed') : t('access.permissions.created', { name: name.trim() }),
      )
    },
    explain: { permission_name_taken: { name: t('access.permissions.taken') } },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('access.permissions.name')}
        description={t('access.permissions.nameText')}
        required
        maxLength={100}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <Textarea {...form.field('description')} label={t('access.permissions.description')} maxLength={500} />
    </DialogForm>
  )
}
