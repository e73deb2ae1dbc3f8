import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { IconArrowLeft } from '@atrium/ui/icons'
import { Anchor, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../data/user.ts'
import { UserActions } from '../features/user-state/user-actions.tsx'
import { UserHeader } from '../features/user-state/user-header.tsx'
import { UserNotices } from '../features/user-state/user-notices.tsx'
import { PageFrame } from './page-frame.tsx'
import { UserTabs } from './user-tabs.tsx'

export function UserPage() {
  const { t } = useTranslation()
  const { userId } = useParams({ from: '/admin/users/$userId' })
  const { data: user, error, isPending, isFetching, refetch } = useQuery(userQuery(userId))
  return (
    <PageFrame
      title={user ? fullName(user) : t('navigation.users')}
      back={<AllUsers />}
      actions={user && <UserActions user={user} />}
    >
      {!user && error && (
        <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} fallbackAction={<AllUsers />} />
      )}
      {isPending && (
        <LoadingSkeleton>
          <Skeleton h={150} radius="lg" />
        </LoadingSkeleton>
      )}
      {user && (
        <>
          <UserNotices user={user} />
          <UserHeader user={user} />
          <UserTabs user={user} />
        </>
      )}
    </PageFrame>
  )
}

function AllUsers() {
  const { t } = useTranslation()
  return (
    <Anchor size="sm" w="fit-content" renderRoot={props => <Link to="/admin/users" {...props} />}>
      <Group gap={4} component="span">
        <IconArrowLeft size={16} stroke={1.75} />
        {t('users.back')}
      </Group>
    </Anchor>
  )
}
