import { Card, Select, Stack, Table } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconLock } from './icons.ts'
import classes from './permission-matrix.module.css'
import { type PermissionGroup, PermissionRows } from './permission-rows.tsx'

export interface RoleColumn {
  id: number
  name: string
  permissions: string[]
}

export interface PermissionMatrixProps<Role extends RoleColumn, Permission> {
  roles: Role[]
  groups: PermissionGroup<Permission>[]
  /** Why this role cannot be changed at all. */
  lockOfRole?: (role: Role) => string | undefined
  /** Why this permission of the role cannot be changed. */
  lockOf?: (role: Role, permission: Permission) => string | undefined
  /** Without it the matrix is read-only. */
  onChange: ((role: Role, permission: Permission, isGranted: boolean) => void) | undefined
}

/** Which role has which permission. A narrow screen shows one role at a time. */
export function PermissionMatrix<Role extends RoleColumn, Permission extends { name: string }>(
  matrix: PermissionMatrixProps<Role, Permission>,
) {
  const { t } = useTranslation('ui')
  const isNarrow = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<string | null>(null)
  const { roles } = matrix
  const single = roles.find(({ id }) => String(id) === chosen) ?? roles[0]
  const shown = isNarrow && single ? [single] : roles
  return (
    <Stack gap="md">
      {isNarrow && (
        <Select
          label={t('matrix.role')}
          data={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={single ? String(single.id) : null}
          onChange={setChosen}
          allowDeselect={false}
        />
      )}
      <Card shadow="xs" padding={0}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <section className={classes.scroller} tabIndex={0} aria-label={t('matrix.label')}>
          <Table verticalSpacing="xs" horizontalSpacing="md">
            <MatrixHead roles={shown} lockOfRole={matrix.lockOfRole} />
            {matrix.groups.map(group => (
              <PermissionRows key={group.name} {...matrix} roles={shown} group={group} />
            ))}
          </Table>
        </section>
      </Card>
    </Stack>
  )
}

interface MatrixHeadProps<Role> {
  roles: Role[]
  lockOfRole: ((role: Role) => string | undefined) | undefined
}

function MatrixHead<Role extends RoleColumn>({ roles, lockOfRole }: MatrixHeadProps<Role>) {
  const { t } = useTranslation('ui')
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th className={`${classes.role} ${classes.name} ${classes.corner}`}>
          {t('matrix.permission')}
        </Table.Th>
        {roles.map(role => {
          const lock = lockOfRole?.(role)
          return (
            <Table.Th key={role.id} className={classes.role} title={lock}>
              {lock && <IconLock size={14} stroke={1.75} role="img" aria-label={lock} />} {role.name}
            </Table.Th>
          )
        })}
      </Table.Tr>
    </Table.Thead>
  )
}
