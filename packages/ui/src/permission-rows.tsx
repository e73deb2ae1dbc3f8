import { Checkbox, Table, Text, Tooltip } from '@mantine/core'
import classes from './permission-matrix.module.css'
import type { PermissionMatrixProps, RoleColumn } from './permission-matrix.tsx'

export interface PermissionGroup<Permission> {
  name: string
  /** Without it the group has no heading. */
  title?: string
  /** Each with its title in plain words. */
  permissions: { permission: Permission; title: string }[]
}

interface PermissionRowsProps<Role extends RoleColumn, Permission>
  extends Pick<PermissionMatrixProps<Role, Permission>, 'roles' | 'lockOfRole' | 'lockOf' | 'onChange'> {
  group: PermissionGroup<Permission>
}

export function PermissionRows<Role extends RoleColumn, Permission extends { name: string }>({
  roles,
  group,
  lockOfRole,
  lockOf,
  onChange,
}: PermissionRowsProps<Role, Permission>) {
  return (
    <Table.Tbody>
      {group.title && (
        <Table.Tr>
          <Table.Th scope="rowgroup" colSpan={roles.length + 1} fz="xs" c="dimmed" pt="md">
            <span className={classes.group}>{group.title}</span>
          </Table.Th>
        </Table.Tr>
      )}
      {group.permissions.map(({ permission, title }) => (
        <Table.Tr key={permission.name}>
          <Table.Th scope="row" className={classes.name}>
            <Text fw={500}>{title}</Text>
            {title !== permission.name && (
              <Text size="xs" c="dimmed" ff="monospace">
                {permission.name}
              </Text>
            )}
          </Table.Th>
          {roles.map(role => (
            <Table.Td key={role.id}>
              <Tick
                label={`${role.name}: ${title}`}
                isGranted={role.permissions.includes(permission.name)}
                lock={lockOfRole?.(role) ?? lockOf?.(role, permission)}
                onChange={onChange && (isGranted => onChange(role, permission, isGranted))}
              />
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

interface TickProps {
  label: string
  isGranted: boolean
  lock: string | undefined
  onChange: ((isGranted: boolean) => void) | undefined
}

function Tick({ label, isGranted, lock, onChange }: TickProps) {
  return (
    <Tooltip label={lock} disabled={!lock} multiline maw={260}>
      <span className={classes.tick}>
        <Checkbox
          aria-label={label}
          aria-description={lock}
          checked={isGranted}
          disabled={!onChange || lock !== undefined}
          onChange={event => onChange?.(event.currentTarget.checked)}
        />
      </span>
    </Tooltip>
  )
}
