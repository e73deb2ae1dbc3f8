import type { Role } from '@atrium/identity/access-control/role.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { roleUsersQuery, useDeleteRole } from './role.queries.ts'

interface DeleteRoleProps {
  role: Role | undefined
  onClose: () => void
}

/** Says first who loses what by it. */
export function DeleteRole({ role, onClose }: DeleteRoleProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useDeleteRole()
  const { data: count } = useQuery({ ...roleUsersQuery(role?.id ?? 0), enabled: role !== undefined })
  const losers =
    count === 0 ? t('access.roles.deleteNobody') : count && t('access.roles.deleteUsers', { count })
  const confirm = () =>
    role &&
    mutate(role.id, {
      onSuccess: () => notifyOfSuccess(t('access.roles.deleted')),
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      title={t('access.roles.deleteTitle', { name: role?.name ?? '' })}
      text={[losers, t('access.roles.deleteText')].filter(Boolean).join(' ')}
      action={t('access.roles.delete', { name: role?.name ?? '' })}
      isOpen={role !== undefined}
      isPending={isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
