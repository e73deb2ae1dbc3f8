import type { User } from '@atrium/identity/users/user.contract'
import { IconArchive, IconLock, IconShield } from '@atrium/ui/icons'
import { DateText } from '@atrium/ui/time-text'
import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserRights } from './user-rights.ts'
import { lockoutQuery, useUserAction } from './user-state.queries.ts'

/** Unusual states of the account, each with its remedy. */
export function UserNotices({ user }: { user: User }) {
  const { t } = useTranslation()
  const { isAbove, mayManage, mayReadLockout } = useUserRights(user)
  const { data: lockout } = useQuery({ ...lockoutQuery(user.id), enabled: mayReadLockout })
  const unlock = useUserAction(user, 'unlock')
  const restore = useUserAction(user, 'restore')
  return (
    <>
      {isAbove && (
        <Alert color="gray" icon={<IconShield />}>
          {t('users.notices.above')}
        </Alert>
      )}
      {user.archivedAt && (
        <Notice
          color="gray"
          icon={<IconArchive />}
          title={t('users.notices.archived')}
          action={mayManage && { label: t('users.actions.restore.label'), ...runOf(restore) }}
        >
          <DateText value={user.archivedAt} withTime />
        </Notice>
      )}
      {lockout?.lockedUntil && (
        <Notice
          color="red"
          icon={<IconLock />}
          title={t('users.notices.locked', { count: lockout.failures })}
          action={mayManage && { label: t('users.actions.unlock.label'), ...runOf(unlock) }}
        >
          {t('users.notices.lockedUntil')} <DateText value={lockout.lockedUntil} withTime />
        </Notice>
      )}
    </>
  )
}

function runOf({ mutate, isPending }: ReturnType<typeof useUserAction>) {
  return { run: () => mutate(), isPending }
}

interface NoticeProps {
  color: string
  icon: ReactNode
  title: string
  action: false | { label: string; run: () => void; isPending: boolean }
  children: ReactNode
}

function Notice({ color, icon, title, action, children }: NoticeProps) {
  return (
    <Alert color={color} icon={icon} title={title}>
      <Group justify="space-between" gap="sm">
        <span>{children}</span>
        {action && (
          <Button size="compact-md" variant="default" loading={action.isPending} onClick={action.run}>
            {action.label}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
