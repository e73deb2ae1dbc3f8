import type { UserRole } from '@atrium/access-control/user-role.contract'
import type { Role } from '@atrium/identity/access-control/role.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { IconCircleCheck, IconLock } from '@atrium/ui/icons'
import { RemoveOwnRole } from '@atrium/ui/roles/remove-own-role'
import { Badge, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission, userQuery } from '../../data/current-user.ts'
import { userGroupsQuery } from '../../data/groups.ts'
import { useCanGrant, useHierarchy, useRoles } from '../../data/roles.ts'
import { useAssignRole, userRolesQuery, useUnassignRole } from './user-role.queries.ts'
import classes from './user-roles.module.css'

/** Every role: the user's own can be removed, the others assigned. */
export function UserRoles({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data: roles } = useRoles()
  const { data: assigned, error, isFetching, refetch } = useQuery(userRolesQuery(user.id))
  const { data: reader } = useQuery(currentUserQuery)
  const { isAbove, isUserAbove } = useHierarchy()
  const hasPermission = useHasPermission()
  const canManage = hasPermission('user_roles.manage') && !isUserAbove(user)
  const { data: groups = [] } = useQuery({
    ...userGroupsQuery(user.id),
    enabled: hasPermission('groups.manage'),
  })
  const canGrant = useCanGrant()
  const addition = useAssignRole(user.id)
  const removal = useUnassignRole()
  const [own, setOwn] = useState<UserRole>()
  if (!assigned && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!assigned || !roles) return <RowsSkeleton />
  // Readers who remove a role of their own may not be able to assign it again.
  const remove = (assignment: UserRole) =>
    reader?.id === user.id ? setOwn(assignment) : removal.mutate(assignment)
  return (
    <>
      <Card component="ul" shadow="xs" padding={0} m={0} aria-label={t('users.roles.label')}>
        {roles.map(role => (
          <RoleRow
            key={role.id}
            role={role}
            groups={groups
              .filter(group => group.roles.some(({ id }) => id === role.id))
              .map(({ name }) => name)}
            assignment={assigned.find(({ roleId }) => roleId === role.id)}
            isAbove={isAbove(role.level)}
            isBeyond={!role.permissions.every(name => canGrant(name, false))}
            canManage={canManage}
            isPending={removal.isPending || addition.isPending}
            onAssign={addition.mutate}
            onRemove={remove}
          />
        ))}
      </Card>
      <RemoveOwnRole
        role={own?.role}
        isPending={removal.isPending}
        onConfirm={() => own && removal.mutate(own, { onSettled: () => setOwn(undefined) })}
        onClose={() => setOwn(undefined)}
      />
    </>
  )
}

interface RoleRowProps {
  role: Role
  assignment: UserRole | undefined
  /** The names of the groups that the user has the role through. */
  groups: string[]
  isAbove: boolean
  /** It has permissions that the reader lacks, who can remove but not assign it. */
  isBeyond: boolean
  canManage: boolean
  isPending: boolean
  onAssign: (role: Role) => void
  onRemove: (assignment: UserRole) => void
}

function RoleRow(props: RoleRowProps) {
  const { role, assignment, groups, isAbove, isBeyond, canManage, isPending, onAssign, onRemove } = props
  const { t } = useTranslation()
  const isLocked = isAbove || (isBeyond && !assignment)
  return (
    <Group component="li" className={classes.row} gap="sm" justify="space-between">
      <Stack gap={2} flex="1 1 14rem" miw={0}>
        <Group gap="xs">
          <Text fw={600}>{role.name}</Text>
          {(assignment || groups.length > 0) && (
            <Badge color="teal" leftSection={<IconCircleCheck size={14} />}>
              {t('users.roles.has')}
            </Badge>
          )}
          <Text size="xs" c="dimmed">
            {t('users.roles.level', { level: role.level })}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {aboutOf(role, t)}
        </Text>
        {assignment && <AssignedText assignment={assignment} />}
        {groups.map(group => (
          <Text key={group} size="xs" c="dimmed">
            {t('users.roles.through', { group })}
          </Text>
        ))}
      </Stack>
      {canManage && isLocked && (
        <Group gap={6} c="dimmed" wrap="nowrap">
          <IconLock size={16} stroke={1.75} />
          <Text size="sm">{t(isAbove ? 'users.roles.above' : 'users.roles.beyond')}</Text>
        </Group>
      )}
      {canManage && !isLocked && (
        <Button
          size="xs"
          variant={assignment ? 'default' : 'light'}
          disabled={isPending}
          aria-label={t(assignment ? 'users.roles.removeRole' : 'users.roles.assignRole', {
            role: role.name,
          })}
          onClick={() => (assignment ? onRemove(assignment) : onAssign(role))}
        >
          {t(assignment ? 'users.roles.remove' : 'users.roles.assign')}
        </Button>
      )}
    </Group>
  )
}

const builtIn = ['owner', 'admin', 'manager', 'user'] as const

/** Built-in roles are described in the reader's language. */
function aboutOf(role: Role, t: TFunction) {
  const name = role.isSystem && builtIn.find(name => name === role.name)
  return name ? t(`users.roles.about.${name}`) : role.description
}

/** When the role was assigned, and by whom unless it came with the account. */
function AssignedText({ assignment: { assignedAt, assignedBy } }: { assignment: UserRole }) {
  const { t, i18n } = useTranslation()
  const { data: author } = useQuery({ ...userQuery(assignedBy ?? 0), enabled: assignedBy !== null })
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(assignedAt))
  return (
    <Text size="xs" c="dimmed">
      {author ? t('users.roles.sinceBy', { day, name: fullName(author) }) : t('users.roles.since', { day })}
    </Text>
  )
}
