import type { Role } from '@atrium/identity/access-control/role.contract'
import { RecordList } from '@atrium/ui/record-list'
import { RecordRow } from '@atrium/ui/record-row'
import { Badge, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { useHierarchy } from '../../data/roles.ts'
import { DeleteRole } from './delete-role.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { RoleUsers } from './role-users.tsx'

export function RoleList({ roles }: { roles: Role[] }) {
  const { t } = useTranslation()
  const mayManage = useHasPermission()('roles.manage')
  const { isAbove } = useHierarchy()
  const [edited, setEdited] = useState<Role | 'new'>()
  const [doomed, setDoomed] = useState<Role>()
  const mayChange = (role: Role) => mayManage && !isAbove(role.level)
  return (
    <>
      <RecordList
        text={t('access.roles.text')}
        createLabel={t('access.roles.create')}
        onCreate={mayManage ? () => setEdited('new') : undefined}
      >
        {roles.map(role => (
          <RecordRow
            key={role.id}
            name={role.name}
            text={role.description}
            facts={<RoleFacts role={role} />}
            editLabel={t('access.roles.edit', { name: role.name })}
            onEdit={mayChange(role) ? () => setEdited(role) : undefined}
            deleteLabel={t('access.roles.delete', { name: role.name })}
            onDelete={mayChange(role) && !role.isSystem ? () => setDoomed(role) : undefined}
          />
        ))}
      </RecordList>
      <RoleDialog role={edited} onClose={() => setEdited(undefined)} />
      <DeleteRole role={doomed} onClose={() => setDoomed(undefined)} />
    </>
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
