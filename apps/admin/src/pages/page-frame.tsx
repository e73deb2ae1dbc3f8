import { pageTitle } from '@atrium/ui/branding'
import { Breadcrumbs } from '@atrium/ui/shell/breadcrumbs'
import { PageContainer } from '@atrium/ui/shell/page-container'
import { Group, Stack, Text, Title } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface PageFrameProps {
  title: string
  lead?: string
  /** A link to the list that this page belongs to. */
  above?: ReactNode
  /** The actions of the page, beside its title. */
  actions?: ReactNode
  children?: ReactNode
}

/** Title, purpose and content of a page. */
export function PageFrame({ title, lead, above, actions, children }: PageFrameProps) {
  const { t } = useTranslation(['app', 'ui'])
  const { pathname } = useLocation()
  const isHome = /^\/(admin|account)\/?$/.test(pathname)
  const area = pathname.startsWith('/admin') ? (
    <Link to="/admin">{t('ui:administration.title')}</Link>
  ) : (
    <Link to="/account">{t('navigation.account')}</Link>
  )
  return (
    <PageContainer>
      <title>{pageTitle(title)}</title>
      <Stack gap="lg">
        {!isHome && (
          <Breadcrumbs current={title}>
            {area}
            {above}
          </Breadcrumbs>
        )}
        <Group justify="space-between" gap="sm" align="flex-start">
          <Stack gap={4}>
            <Title order={1}>{title}</Title>
            {lead && <Text c="dimmed">{lead}</Text>}
          </Stack>
          {actions}
        </Group>
        {children}
      </Stack>
    </PageContainer>
  )
}
