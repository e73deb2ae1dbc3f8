import type { Role } from '@atrium/identity/access-control/role.contract'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { roleUsersQuery } from './role.queries.ts'

/** How many have the role, and the way to them. */
export function RoleUsers({ role }: { role: Role }) {
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
