import type { User } from '@atrium/identity/users/user.contract'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { IconArrowLeft } from '@atrium/ui/icons'
import { Anchor, Group, Stack, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission, userQuery } from '../data/current-user.ts'
import { useHierarchy } from '../data/roles.ts'
import { AuditRecords } from '../features/audit/audit-records.tsx'
import { Contacts } from '../features/contacts/contacts.tsx'
import { Educations } from '../features/educations/educations.tsx'
import { Files } from '../features/files/files.tsx'
import { LinkedAccountsOfUser } from '../features/linked-accounts/linked-accounts.tsx'
import { ProfileForm } from '../features/profile/profile-form.tsx'
import { Sessions } from '../features/sessions/sessions.tsx'
import { TwoFactorState } from '../features/two-factor/two-factor-card.tsx'
import { UserGroups } from '../features/user-groups/user-groups.tsx'
import { UserRoles } from '../features/user-roles/user-roles.tsx'
import { UserActions, UserHeader, UserNotices } from '../features/user-state/user-state.tsx'
import { PageFrame } from './page-frame.tsx'
import classes from './user-page.module.css'

export default function UserPage() {
  const { t } = useTranslation(['app', 'ui'])
  const { userId } = useParams({ from: '/admin/users/$userId' })
  const { data: user, error, isPending, isFetching, refetch } = useQuery(userQuery(userId))
  return (
    <PageFrame
      title={user ? fullName(user) : t('ui:administration.pages.users')}
      above={<Link to="/admin/users">{t('ui:administration.pages.users')}</Link>}
      actions={user && <UserActions user={user} />}
    >
      {!user && error && (
        <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} fallbackAction={<AllUsers />} />
      )}
      {isPending && <LoadingSkeleton h={150} radius="lg" />}
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

/** The tabs that the reader can open for a user. */
function UserTabs({ user }: { user: User }) {
  const { t } = useTranslation()
  const { tab } = useSearch({ from: '/admin/users/$userId' })
  const navigate = useNavigate({ from: '/admin/users/$userId' })
  const tabs = useTabs(user)
  const chosen = tabs.find(({ name }) => name === tab) ?? tabs[0]
  if (!chosen) return null
  return (
    <Tabs
      value={chosen.name}
      onChange={next => void navigate({ search: { tab: next ?? undefined }, replace: true })}
      keepMounted={false}
    >
      <Tabs.List ref={showChosen} mb="lg" className={classes.list} aria-label={t('users.tabs.label')}>
        {tabs.map(({ name }) => (
          <Tabs.Tab key={name} value={name} className={classes.tab}>
            {t(`users.tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={chosen.name}>{chosen.content}</Tabs.Panel>
    </Tabs>
  )
}

/** The tab list can be wider than the screen. */
function showChosen(list: HTMLElement | null) {
  const chosen = list?.querySelector<HTMLElement>('[aria-selected=true]')
  if (list && chosen) list.scrollLeft = chosen.offsetLeft - list.offsetLeft
}

interface Tab {
  name: 'profile' | 'roles' | 'contacts' | 'educations' | 'files' | 'sessions' | 'audit'
  content: ReactNode
}

function useTabs(user: User): Tab[] {
  const hasPermission = useHasPermission()
  const { data: reader } = useQuery(currentUserQuery)
  const { isUserAbove } = useHierarchy()
  const whose = reader?.id === user.id ? 'self' : 'any'
  const mayRead = (what: string) => hasPermission(`${what}.read.${whose}`)
  const block = (what: string) => ({
    userId: user.id,
    mayChange: hasPermission(`${what}.write.${whose}`) && !isUserAbove(user),
  })
  const tabs: (Tab | false)[] = [
    {
      name: 'profile',
      content: <ProfileForm user={user} mayChange={block('users').mayChange} />,
    },
    hasPermission('user_roles.read') && {
      name: 'roles',
      content: (
        <Stack>
          <UserRoles user={user} />
          {hasPermission('groups.manage') && <UserGroups user={user} mayChange={!isUserAbove(user)} />}
        </Stack>
      ),
    },
    mayRead('user_contacts') && { name: 'contacts', content: <Contacts {...block('user_contacts')} /> },
    mayRead('user_educations') && {
      name: 'educations',
      content: <Educations {...block('user_educations')} />,
    },
    mayRead('storage') && { name: 'files', content: <Files {...block('storage')} /> },
    mayRead('sessions') && {
      name: 'sessions',
      content: (
        <Stack>
          <Sessions userId={user.id} isAbove={isUserAbove(user)} />
          <LinkedAccountsOfUser user={user} isAbove={isUserAbove(user)} />
          <TwoFactorState userId={user.id} isAbove={isUserAbove(user)} />
        </Stack>
      ),
    },
    hasPermission('rbac.permissions.manage') && {
      name: 'audit',
      content: <UserAudit userId={user.id} />,
    },
  ]
  return tabs.filter(tab => tab !== false && (!user.erasedAt || tab.name === 'audit')) as Tab[]
}

/** What this user did, and what was done to them. */
function UserAudit({ userId }: { userId: number }) {
  const [page, setPage] = useState(1)
  return (
    <Stack>
      <AuditRecords filters={{ user: String(userId) }} page={page} onPage={setPage} />
    </Stack>
  )
}
