import type { Role } from '@atrium/tasks/administration/role.schema'
import { Card, Checkbox, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './permission-matrix.module.css'
import { permissionName } from './permission-name.ts'
import type { Permission } from './role.queries.ts'

interface PermissionMatrixProps {
  roles: Role[]
  permissions: Permission[]
  /** Without it the matrix is only to be read. */
  onChange: ((role: Role, permission: Permission, isGranted: boolean) => void) | undefined
}

export function PermissionMatrix({ roles, permissions, onChange }: PermissionMatrixProps) {
  const { t } = useTranslation()
  const sorted = permissions.toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <Card shadow="xs" padding={0}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className={classes.scroller} tabIndex={0} aria-label={t('administration.tabs.permissions')}>
        <Table verticalSpacing="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.name}>{t('administration.permissions.permission')}</Table.Th>
              {roles.map(role => (
                <Table.Th key={role.id} ta="center">
                  {role.name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sorted.map(permission => (
              <Table.Tr key={permission.id}>
                <Table.Th scope="row" className={classes.name}>
                  <Text fw={500}>{permissionName(t, permission.name)}</Text>
                  <Text size="xs" c="dimmed" ff="monospace">
                    {permission.name}
                  </Text>
                </Table.Th>
                {roles.map(role => (
                  <Table.Td key={role.id}>
                    <Checkbox
                      className={classes.tick}
                      aria-label={t('administration.permissions.cell', {
                        role: role.name,
                        permission: permissionName(t, permission.name),
                      })}
                      checked={role.permissions.includes(permission.name)}
                      disabled={!onChange}
                      onChange={event => onChange?.(role, permission, event.currentTarget.checked)}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Card>
  )
}
