import { Badge, NumberInput, Text, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyOfSuccess } from '../feedback/notifications.tsx'
import { DialogForm, type Mutation, useMutationForm } from '../forms/form.tsx'
import { CrudList } from '../lists/crud-list.tsx'

interface ListedRole {
  id: number
  name: string
  description: string | null
  isSystem: boolean
  permissions: string[]
  level?: number
}

/** What the form saves; a role without an id is new. */
export interface RoleInput {
  id: number | undefined
  name: string
  description: string | null
  /** Only of services that rank roles. */
  level: number
}

interface RoleListProps<Role extends ListedRole> {
  query: { data: Role[] | undefined; error: Error | null; isFetching: boolean; refetch: () => void }
  /** What the user should know about roles here. */
  text: string
  canCreate?: boolean
  canEdit?: (role: Role) => boolean
  /** Whether roles have levels, which the form then asks for. */
  hasLevels?: boolean
  descriptionLength: number
  /** After the number of permissions. */
  facts?: (role: Role) => ReactNode
  /** What deleting it leads to. */
  deleteText: (role: Role) => ReactNode
  save: Mutation<RoleInput, unknown>
  deletion: Mutation<number, unknown>
}

/** The roles of a service, with the dialogs that create, edit and delete them. */
export function RoleList<Role extends ListedRole>(list: RoleListProps<Role>) {
  const { t } = useTranslation('ui')
  const { canCreate = true, canEdit = () => true } = list
  return (
    <CrudList
      query={list.query}
      text={list.text}
      createLabel={canCreate ? t('roles.create') : undefined}
      row={role => ({
        name: role.name,
        text: role.description,
        facts: (
          <>
            {role.level !== undefined && (
              <Badge color="gray">{t('roles.level', { level: role.level })}</Badge>
            )}
            {role.isSystem && <Badge color="amber">{t('roles.system')}</Badge>}
            <Text size="sm" c="dimmed">
              {t('roles.permissions', { count: role.permissions.length })}
            </Text>
            {list.facts?.(role)}
          </>
        ),
        editLabel: t('roles.edit', { name: role.name }),
        deleteLabel: t('roles.delete', { name: role.name }),
        mayEdit: canEdit(role),
        mayDelete: canEdit(role) && !role.isSystem,
      })}
      form={(role, close) => <RoleForm list={list} role={role} onClose={close} />}
      deletion={{
        mutation: list.deletion,
        question: role => ({
          title: t('roles.deleteTitle', { name: role.name }),
          text: list.deleteText(role),
          action: t('roles.delete', { name: role.name }),
        }),
        doneMessage: () => t('roles.deleted'),
      }}
    />
  )
}

const NEW_ROLE_LEVEL = 10

interface RoleFormProps {
  list: Pick<RoleListProps<ListedRole>, 'save' | 'hasLevels' | 'descriptionLength'>
  role: ListedRole | undefined
  onClose: () => void
}

function RoleForm({ list: { save, hasLevels, descriptionLength }, role, onClose }: RoleFormProps) {
  const { t } = useTranslation('ui')
  const form = useMutationForm({
    mutation: save,
    initialValues: {
      name: role?.name ?? '',
      level: role?.level ?? NEW_ROLE_LEVEL,
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
      notifyOfSuccess(role ? t('roles.changed') : t('roles.created', { name: name.trim() }))
    },
    explain: { role_name_taken: { name: t('roles.taken') } },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      <TextInput
        {...form.field('name')}
        label={t('roles.name')}
        description={t('roles.nameText')}
        disabled={role?.isSystem}
        required
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      {hasLevels && (
        <NumberInput
          {...form.field('level')}
          label={t('roles.levelName')}
          description={t('roles.levelText')}
          disabled={role?.isSystem}
          min={1}
          max={100}
          allowDecimal={false}
          required
        />
      )}
      <Textarea {...form.field('description')} label={t('roles.description')} maxLength={descriptionLength} />
    </DialogForm>
  )
}
