import type { User } from '@atrium/tasks/administration/user.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { fullName } from '@atrium/ui/format'
import { IconPlus } from '@atrium/ui/icons'
import { ActionIcon, Group, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { rolesQuery } from './role.queries.ts'
import { RolePill } from './role-pill.tsx'
import { useAssignRole, useTakeRole } from './user.queries.ts'

export function UserRoles({ user, isOwn }: { user: User; isOwn: boolean }) {
  const { t } = useTranslation()
  const { data: roles = [] } = useQuery(rolesQuery)
  const mayManage = useHasPermission('user_roles.manage')
  const assign = useAssignRole()
  const take = useTakeRole()
  const [doubtful, setDoubtful] = useState<string>()
  const name = fullName(user)
  const missing = roles.filter(role => !user.roles.includes(role.name))

  const takeAway = (roleName: string) => {
    const role = roles.find(role => role.name === roleName)
    if (role) take.mutate({ userId: user.id, role })
    setDoubtful(undefined)
  }
  return (
    <Group gap={6}>
      {user.roles.map(role => (
        <RolePill
          key={role}
          role={role}
          removeLabel={t('administration.users.removeRole', { role, name })}
          onRemove={mayManage ? () => (isOwn ? setDoubtful(role) : takeAway(role)) : undefined}
        />
      ))}
      {mayManage && (
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
      <ConfirmDialog
        title={t('administration.users.ownTitle')}
        text={t('administration.users.ownText', { role: doubtful ?? '' })}
        action={t('administration.users.ownConfirm')}
        isOpen={doubtful !== undefined}
        isPending={take.isPending}
        onConfirm={() => doubtful && takeAway(doubtful)}
        onClose={() => setDoubtful(undefined)}
      />
    </Group>
  )
}
