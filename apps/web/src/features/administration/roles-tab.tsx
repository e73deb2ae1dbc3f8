import type { Role } from '@atrium/tasks/administration/roles/role.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { Badge, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { rolesQuery, useDeleteRole, useSaveRole } from './role.queries.ts'

export function RolesTab() {
  const { t } = useTranslation()
  return (
    <CrudList
      query={useQuery(rolesQuery)}
      text={t('administration.roles.systemText')}
      createLabel={t('administration.roles.create')}
      row={({ name, description, isSystem, permissions }) => ({
        name,
        text: description,
        facts: (
          <>
            {isSystem && <Badge color="amber">{t('administration.roles.system')}</Badge>}
            <Text size="sm" c="dimmed">
              {t('administration.roles.permissions', { count: permissions.length })}
            </Text>
          </>
        ),
        editLabel: t('administration.roles.edit', { name }),
        deleteLabel: t('administration.roles.delete', { name }),
        mayDelete: !isSystem,
      })}
      form={(role, close) => <RoleForm role={role} onClose={close} />}
      deletion={{
        mutation: useDeleteRole(),
        question: ({ name }) => ({
          title: t('administration.roles.deleteTitle', { name }),
          text: t('administration.roles.deleteText'),
          action: t('actions.delete'),
        }),
        doneMessage: () => t('administration.roles.deleted'),
      }}
    />
  )
}

interface RoleFormProps {
  role: Role | undefined
  onClose: () => void
}

function RoleForm({ role, onClose }: RoleFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useSaveRole(),
    initialValues: { name: role?.name ?? '', description: role?.description ?? '' },
    toInput: ({ name, description }) => ({
      id: role?.id,
      name: name.trim(),
      description: description.trim() || null,
    }),
    onSuccess: (_, { name }) => {
      onClose()
      notifyOfSuccess(
        role ? t('administration.roles.changed') : t('administration.roles.created', { name: name.trim() }),
      )
    },
    explain: { conflict: { name: t('administration.roles.taken') } },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('administration.roles.name')}
        description={t('administration.roles.nameText')}
        disabled={role?.isSystem}
        required
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <Textarea
        {...form.field('description')}
        label={t('administration.roles.description')}
        maxLength={1000}
        autosize
        minRows={2}
      />
    </DialogForm>
  )
}
