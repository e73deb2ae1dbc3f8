import type { Role } from '@atrium/identity/access-control/role.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { Anchor, Badge, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { rolesQuery, useHierarchy } from '../../data/roles.ts'
import { roleUsersQuery, useDeleteRole, useSaveRole } from './role.queries.ts'

export function RoleList() {
  const { t } = useTranslation()
  const mayManage = useHasPermission()('roles.manage')
  const { isAbove } = useHierarchy()
  const mayChange = (role: Role) => mayManage && !isAbove(role.level)
  return (
    <CrudList
      query={useQuery(rolesQuery)}
      text={t('access.roles.text')}
      createLabel={mayManage ? t('access.roles.create') : undefined}
      row={role => ({
        name: role.name,
        text: role.description,
        facts: <RoleFacts role={role} />,
        editLabel: t('access.roles.edit', { name: role.name }),
        deleteLabel: t('access.roles.delete', { name: role.name }),
        mayEdit: mayChange(role),
        mayDelete: mayChange(role) && !role.isSystem,
      })}
      form={(role, close) => <RoleForm role={role} onClose={close} />}
      deletion={{
        mutation: useDeleteRole(),
        question: role => ({
          title: t('access.roles.deleteTitle', { name: role.name }),
          text: <DeleteText role={role} />,
          action: t('access.roles.delete', { name: role.name }),
        }),
        doneMessage: () => t('access.roles.deleted'),
      }}
    />
  )
}

function RoleFacts({ role }: { role: Role }) {
  const { t } = useTranslation()
  return (
    <>
      <Badge color="gray">{t('access.roles.level', { level: role.level })}</Badge>
      {role.isSystem && <Badge color="amber">{t('access.roles.system')}</Badge>}
      <Text size="sm" c="dimmed">
        {t('access.roles.permissions', { count: role.permissions.length })}
      </Text>
      <RoleUsers role={role} />
    </>
  )
}

/** The number of users with the role, linked to their list. */
function RoleUsers({ role }: { role: Role }) {
  const { t } = useTranslation()
  const maySee = useHasPermission()('user_roles.read')
  const { data: count } = useQuery({ ...roleUsersQuery(role.id), enabled: maySee })
  if (count === undefined) return null
  return (
    <Anchor
      size="sm"
      renderRoot={props => <Link {...props} to="/admin/users" search={{ role: String(role.id) }} />}
    >
      {t('access.roles.users', { count })}
    </Anchor>
  )
}

/** Says first how many users lose the role. */
function DeleteText({ role }: { role: Role }) {
  const { t } = useTranslation()
  const { data: count } = useQuery(roleUsersQuery(role.id))
  const users =
    count === 0 ? t('access.roles.deleteNobody') : count && t('access.roles.deleteUsers', { count })
  return [users, t('access.roles.deleteText')].filter(Boolean).join(' ')
}

interface RoleFormProps {
  role: Role | undefined
  onClose: () => void
}

function RoleForm({ role, onClose }: RoleFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useSaveRole(),
    initialValues: {
      name: role?.name ?? '',
      level: role?.level ?? 10,
      description: role?.description ?? '',
    },
    toInput: ({ name, level, description }) => ({
      id: role?.id,
      name: name.trim(),
      level: Number(level),
      description: description.trim() || null,
    }),
    onSuccess: (_, { name }) => {
      onClose()
      notifyOfSuccess(role ? t('access.roles.changed') : t('access.roles.created', { name: name.trim() }))
    },
    explain: { conflict: { name: t('access.roles.taken') } },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('access.roles.name')}
        description={t('access.roles.nameText')}
        disabled={role?.isSystem}
        required
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <NumberInput
        {...form.field('level')}
        label={t('access.roles.levelName')}
        description={t('access.roles.levelText')}
        disabled={role?.isSystem}
        min={1}
        max={100}
        allowDecimal={false}
        required
      />
      <Textarea
        {...form.field('description')}
        label={t('access.roles.description')}
        maxLength={500}
        autosize
        minRows={2}
      />
    </DialogForm>
  )
}
