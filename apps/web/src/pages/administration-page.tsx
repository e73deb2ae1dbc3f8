import { Container, Tabs, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from '../data/current-user.ts'
import { NoPermission } from '../features/administration/no-permission.tsx'
import { PermissionsTab } from '../features/administration/permissions-tab.tsx'
import { PrioritiesTab } from '../features/administration/priorities-tab.tsx'
import { RolesTab } from '../features/administration/roles-tab.tsx'
import { StickersTab } from '../features/administration/stickers-tab.tsx'
import { SyncTab } from '../features/administration/sync-tab.tsx'
import { UsersTab } from '../features/administration/users-tab.tsx'

const tabs = {
  users: { permission: 'user_roles.read', content: UsersTab },
  roles: { permission: 'roles.manage', content: RolesTab },
  permissions: { permission: 'rbac.permissions.read', content: PermissionsTab },
  sync: { permission: 'users.sync', content: SyncTab },
  priorities: { permission: 'priorities.manage', content: PrioritiesTab },
  stickers: { permission: 'stickers.manage', content: StickersTab },
} satisfies Record<string, { permission: string; content: ComponentType }>

type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[]

export function AdministrationPage() {
  const { t } = useTranslation()
  const { tab } = useSearch({ from: '/administration' })
  const navigate = useNavigate({ from: '/administration' })
  const { data: user } = useQuery(currentUserQuery)
  const allowed = names.filter(name => user?.permissions.includes(tabs[name].permission))
  const chosen = names.find(name => name === tab) ?? allowed[0] ?? 'users'
  const { permission, content: Content } = tabs[chosen]
  return (
    <Container size="lg" py={{ base: 'lg', sm: 40 }}>
      <title>{`${t('administration.title')} · Atrium`}</title>
      <Title order={1} mb="lg">
        {t('administration.title')}
      </Title>
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
          <NoPermission permission={permission} />
        )}
      </Tabs>
    </Container>
  )
}
