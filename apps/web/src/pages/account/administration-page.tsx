import { pageTitle } from '@atrium/ui/branding'
import { EmptyState } from '@atrium/ui/feedback/states'
import { IconLock } from '@atrium/ui/icons'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Button, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useAdministrationTab } from '../../data/session/administration-tab.ts'
import { AccessTab } from '../../features/administration/access-tab.tsx'
import { PrioritiesTab } from '../../features/administration/priorities-tab.tsx'
import { PermissionsTab, RolesTab } from '../../features/administration/roles-tab.tsx'
import { SyncTab } from '../../features/administration/sync-tab.tsx'
import { UsersTab } from '../../features/administration/users-tab.tsx'
import { CommonStickers } from '../../features/stickers/sticker-lists.tsx'

const contents: Record<string, ComponentType> = {
  users: UsersTab,
  roles: RolesTab,
  permissions: PermissionsTab,
  access: AccessTab,
  sync: SyncTab,
  priorities: PrioritiesTab,
  stickers: CommonStickers,
}

export default function AdministrationPage() {
  const { t } = useTranslation('ui')
  const { chosen, isAllowed } = useAdministrationTab()
  const Content = contents[chosen.tab]
  const title = t(`administration.pages.${chosen.name}`)
  return (
    <PageContainer>
      <title>{pageTitle(title)}</title>
      <Breadcrumbs current={title}>
        <Link to="/administration">{t('administration.title')}</Link>
      </Breadcrumbs>
      <Title order={1} mt={4} mb="lg">
        {title}
      </Title>
      {isAllowed && Content ? <Content /> : <NoPermission permission={chosen.permission} />}
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
