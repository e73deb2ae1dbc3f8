import { Card, Checkbox, Select, Stack, Table, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconLock } from '../icons.ts'
import classes from './permission-matrix.module.css'

interface RoleColumn {
  id: number
  name: string
  permissions: string[]
}

interface PermissionGroup<Permission> {
  name: string
  /** Without it the group has no heading. */
  title?: string
  /** Each with its title in plain words. */
  permissions: { permission: Permission; title: string }[]
}

interface PermissionMatrixProps<Role extends RoleColumn, Permission> {
  roles: Role[]
  groups: PermissionGroup<Permission>[]
  /** Why this role cannot be changed at all. */
  lockOfRole: (role: Role) => string | undefined
  /** Why this permission of the role cannot be changed. */
  lockOf: (role: Role, permission: Permission) => string | undefined
  /** Whether the user has what they would grant. */
  canGrant: (role: Role, permission: Permission) => boolean
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
  lockOfRole: (role: Role) => string | undefined
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
          const lock = lockOfRole(role)
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

interface PermissionRowsProps<Role extends RoleColumn, Permission>
  extends Omit<PermissionMatrixProps<Role, Permission>, 'groups'> {
  group: PermissionGroup<Permission>
}

function PermissionRows<Role extends RoleColumn, Permission extends { name: string }>({
  roles,
  group,
  lockOfRole,
  lockOf,
  canGrant,
  onChange,
}: PermissionRowsProps<Role, Permission>) {
  const { t } = useTranslation('ui')
  const lockOfTick = (role: Role, permission: Permission, isGranted: boolean) =>
    lockOfRole(role) ??
    lockOf(role, permission) ??
    (isGranted || canGrant(role, permission) ? undefined : t('matrix.notYours'))
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
          {roles.map(role => {
            const isGranted = role.permissions.includes(permission.name)
            return (
              <Table.Td key={role.id}>
                <Tick
                  label={`${role.name}: ${title}`}
                  isGranted={isGranted}
                  lock={lockOfTick(role, permission, isGranted)}
                  onChange={onChange && (checked => onChange(role, permission, checked))}
                />
              </Table.Td>
            )
          })}
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

interface Grant {
  role: RoleColumn
  permission: { id: number; name: string }
  isGranted: boolean
}

interface GrantOptions {
  /** The key of the query whose data is the list of roles. */
  rolesKey: QueryKey
  /** Their permissions may have changed with the role. */
  currentUserKey: QueryKey
  send: (params: { roleId: number; permissionId: number }, isGranted: boolean) => Promise<unknown>
}

/** Grants or revokes a permission. Shown at once; a refused change is reverted. */
export function useGrant({ rolesKey, currentUserKey, send }: GrantOptions) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ role, permission, isGranted }: Grant) =>
      send({ roleId: role.id, permissionId: permission.id }, isGranted),
    // Quick clicks reach the server in their order.
    scope: { id: 'grants' },
    onMutate: async grant => {
      await queryClient.cancelQueries({ queryKey: rolesKey })
      queryClient.setQueryData<RoleColumn[]>(rolesKey, roles => roles?.map(role => withGrant(role, grant)))
    },
    onError: () => queryClient.invalidateQueries({ queryKey: rolesKey }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: currentUserKey }),
  })
}

function withGrant(role: RoleColumn, { role: { id }, permission: { name }, isGranted }: Grant) {
  if (role.id !== id) return role
  const others = role.permissions.filter(other => other !== name)
  return { ...role, permissions: isGranted ? [...others, name] : others }
}
