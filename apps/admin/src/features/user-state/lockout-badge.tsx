import type { User } from '@atrium/identity/users/user.contract'
import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useUserRights } from './user-rights.ts'
import { lockoutQuery } from './user-state.queries.ts'

export function LockoutBadge({ user }: { user: User }) {
  const { t } = useTranslation()
  const { mayReadLockout } = useUserRights(user)
  const { data: lockout } = useQuery({ ...lockoutQuery(user.id), enabled: mayReadLockout })
  if (!lockout?.isLocked) return null
  return <Badge color="red">{t('users.header.locked')}</Badge>
}
