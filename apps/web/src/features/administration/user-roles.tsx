import type { User } from '@atrium/tasks/administration/user.contract'
import { fullName } from '@atrium/ui/format'
import { IconPlus } from '@atrium/ui/icons'
import { RemoveOwnRole } from '@atrium/ui/roles/remove-own-role'
import { ActionIcon, Badge, CloseButton, Group, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/session/current-user.ts'
import { rolesQuery } from './role.queries.ts'
import { useAssignRole, useUnassignRole } from './user.queries.ts'

export function UserRoles({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { t } = useTranslation()
  const { data: roles = [] } = useQuery(rolesQuery)
  const canManage = useHasPermission('user_roles.manage')
  const assign = useAssignRole()
  const unassign = useUnassignRole()
  const [ownRole, setOwnRole] = useState<string>()
  const name = fullName(user)
  const missing = roles.filter(role => !user.roles.includes(role.name))

  const remove = (roleName: string) => {
    const role = roles.find(role => role.name === roleName)
    if (role) unassign.mutate({ userId: user.id, role })
    setOwnRole(undefined)
  }
  return (
    <Group gap={6}>
      {user.roles.map(role => (
        <RolePill
          key={role}
          role={role}
          removeLabel={t('administration.users.removeRole', { role, name })}
          onRemove={canManage ? () => (isOwn ? setOwnRole(role) : remove(role)) : undefined}
        />
      ))}
      {canManage && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" size="sm" aria-label={t('administration.users.addRole', { name })}>
              <IconPlus size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {missing.length === 0 && <Menu.Item disabled>{t('administration.users.allRoles')}</Menu.Item>}
            {missing.map(role => (
              <Menu.Item key={role.id} onClick={() => assign.mutate({ userId: user.id, role })}>
                {role.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <RemoveOwnRole
        role={ownRole}
        isPending={unassign.isPending}
        onConfirm={() => ownRole && remove(ownRole)}
        onClose={() => setOwnRole(undefined)}
      />
    </Group>
  )
}

interface RolePillProps {
  role: string
  removeLabel: string
  onRemove: (() => void) | undefined
}

function RolePill({ role, removeLabel, onRemove }: RolePillProps) {
  return (
    <Badge
      size="lg"
      color={role === 'admin' ? 'cobalt' : 'gray'}
      pr={onRemove && 2}
      rightSection={
        onRemove && <CloseButton size="xs" c="inherit" aria-label={removeLabel} onClick={onRemove} />
      }
    >
      {role}
    </Badge>
  )
}
