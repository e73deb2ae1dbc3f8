import type { Role } from '@atrium/identity/access-control/role.contract'
import * as shared from '@atrium/ui/roles/role-list'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { rolesQuery, useHierarchy } from '../../data/roles.ts'
import { roleUsersQuery, useDeleteRole, useSaveRole } from './role.queries.ts'

export function RoleList() {
  const { t } = useTranslation()
  const canManage = useHasPermission()('roles.manage')
  const { isAbove } = useHierarchy()
  return (
    <shared.RoleList
      query={useQuery(rolesQuery)}
      text={t('access.roles.text')}
      canCreate={canManage}
      canEdit={({ level }) => canManage && !isAbove(level)}
      hasLevels
      descriptionLength={500}
      facts={role => <RoleUsers role={role} />}
      deleteText={role => <DeleteText role={role} />}
      save={useSaveRole()}
      deletion={useDeleteRole()}
    />
  )
}

/** The number of users with the role, linked to their list. */
function RoleUsers({ role }: { role: Role }) {
  const { t } = useTranslation()
  const canSee = useHasPermission()('user_roles.read')
  const { data: count } = useQuery({ ...roleUsersQuery(role.id), enabled: canSee })
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
