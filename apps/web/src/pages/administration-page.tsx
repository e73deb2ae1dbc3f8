import { pageTitle } from '@atrium/ui/branding'
import { EmptyState } from '@atrium/ui/feedback/states'
import { IconLock, IconUsers } from '@atrium/ui/icons'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Button, Group, Tabs, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { administrationPermissions, currentUserQuery, identityAdminUrl } from '../data/current-user.ts'
import { PrioritiesTab } from '../features/administration/priorities-tab.tsx'
import { PermissionsTab, RolesTab } from '../features/administration/roles-tab.tsx'
import { SyncTab } from '../features/administration/sync-tab.tsx'
import { UsersTab } from '../features/administration/users-tab.tsx'
import { CommonStickers } from '../features/stickers/sticker-lists.tsx'

type Tab = keyof typeof administrationPermissions

const tabs: Record<Tab, ComponentType> = {
  users: UsersTab,
  roles: RolesTab,
  permissions: PermissionsTab,
  sync: SyncTab,
  priorities: PrioritiesTab,
  stickers: CommonStickers,
}
const names = Object.keys(tabs) as Tab[]

export default function AdministrationPage() {
  const { t } = useTranslation()
  const { tab } = useSearch({ from: '/administration' })
  const navigate = useNavigate({ from: '/administration' })
  const { data: user } = useQuery(currentUserQuery)
  const allowed = names.filter(name => user?.permissions.includes(administrationPermissions[name]))
  const chosen = names.find(name => name === tab) ?? allowed[0] ?? 'users'
  const Content = tabs[chosen]
  return (
    <PageContainer>
      <title>{pageTitle(t('administration.title'))}</title>
      <Breadcrumbs current={t(`administration.tabs.${chosen}`)}>
        <Link to="/administration">{t('administration.title')}</Link>
      </Breadcrumbs>
      <Group justify="space-between" gap="sm" mt={4} mb="lg">
        <Title order={1}>{t('administration.title')}</Title>
        {user && allowed.includes('users') && (
          <Button
            component="a"
            href={identityAdminUrl(user)}
            variant="default"
            leftSection={<IconUsers size={18} stroke={1.75} />}
          >
            {t('administration.accounts')}
          </Button>
        )}
      </Group>
      <Tabs
        value={chosen}
        onChange={next => next && void navigate({ search: { tab: next } })}
        keepMounted={false}
      >
        {allowed.length > 0 && (
          <Tabs.List mb="lg">
            {allowed.map(name => (
              <Tabs.Tab key={name} value={name}>
                {t(`administration.tabs.${name}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        )}
        {allowed.includes(chosen) ? (
          <Tabs.Panel value={chosen}>
            <Content />
          </Tabs.Panel>
        ) : (
          <NoPermission permission={administrationPermissions[chosen]} />
        )}
      </Tabs>
    </PageContainer>
  )
}

function NoPermission({ permission }: { permission: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      color="amber"
      icon={IconLock}
      title={t('administration.forbidden.title')}
      text={t('administration.forbidden.text', { permission })}
    >
      <Button component={Link} to="/">
        {t('administration.forbidden.action')}
      </Button>
    </EmptyState>
  )
}
