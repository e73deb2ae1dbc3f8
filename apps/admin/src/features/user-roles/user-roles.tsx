import type { UserRole } from '@atrium/identity/access-control/user-role.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { ErrorState } from '@atrium/ui/error-state'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { useHierarchy, useMayGrant, useRoles } from '../../data/roles.ts'
import { RoleRow } from './role-row.tsx'
import { useGiveRole, userRolesQuery, useTakeRole } from './user-role.queries.ts'

/** Every role, those that the user has with a way to take them, the others with a way to give them. */
export function UserRoles({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data: roles } = useRoles()
  const { data: assigned, error, isFetching, refetch } = useQuery(userRolesQuery(user.id))
  const { data: reader } = useQuery(currentUserQuery)
  const { isAbove, isUserAbove } = useHierarchy()
  const mayManage = useHasPermission()('user_roles.manage') && !isUserAbove(user)
  const mayGrant = useMayGrant()
  const give = useGiveRole(user.id)
  const take = useTakeRole()
  const [doubtful, setDoubtful] = useState<UserRole>()
  if (!assigned && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!assigned || !roles) return <RowsSkeleton />
  // Who takes their own role may not be able to give it back.
  const takeAway = (held: UserRole) => (reader?.id === user.id ? setDoubtful(held) : take.mutate(held))
  return (
    <>
      <Card component="ul" shadow="xs" padding={0} m={0} aria-label={t('users.roles.label')}>
        {roles.map(role => (
          <RoleRow
            key={role.id}
            role={role}
            held={assigned.find(({ roleId }) => roleId === role.id)}
            isAbove={isAbove(role.level)}
            isBeyond={!role.permissions.every(name => mayGrant(name, false))}
            mayManage={mayManage}
            isPending={take.isPending || give.isPending}
            onGive={give.mutate}
            onTake={takeAway}
          />
        ))}
      </Card>
      <ConfirmDialog
        title={t('users.roles.ownTitle', { role: doubtful?.role ?? '' })}
        text={t('users.roles.ownText')}
        action={t('users.roles.remove')}
        isOpen={doubtful !== undefined}
        isPending={take.isPending}
        onConfirm={() => doubtful && take.mutate(doubtful, { onSettled: () => setDoubtful(undefined) })}
        onClose={() => setDoubtful(undefined)}
      />
    </>
  )
}
