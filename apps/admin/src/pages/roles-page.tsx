import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../data/current-user.ts'
import { rolesQuery } from '../data/roles.ts'
import { OwnPermissions } from '../features/roles/own-permissions.tsx'
import { permissionsQuery } from '../features/roles/role.queries.ts'
import { RoleList } from '../features/roles/role-list.tsx'
import { permissionsOfRoles, RolePermissions } from '../features/roles/role-permissions.tsx'
import { PageFrame } from './page-frame.tsx'

export default function RolesPage() {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <PageFrame title={t('ui:administration.pages.roles')} lead={t('access.roles.lead')}>
      <RolesAndPermissions />
    </PageFrame>
  )
}

function RolesAndPermissions() {
  const { t } = useTranslation()
  const canManage = useHasPermission()('rbac.permissions.manage')
  const roles = useQuery(rolesQuery)
  const permissions = useQuery({ ...permissionsQuery, enabled: canManage })
  const failed = [roles, permissions].find(({ data, error }) => !data && error)
  if (failed)
    return <ErrorState error={failed.error} onRetry={failed.refetch} isRetrying={failed.isFetching} />
  if (!roles.data || (canManage && !permissions.data)) return <RowsSkeleton />
  const known = permissions.data ?? permissionsOfRoles(roles.data)
  return (
    <>
      <Section title={t('access.roles.title')}>
        <RoleList />
      </Section>
      <Section title={t('access.permissions.title')}>
        <RolePermissions roles={roles.data} permissions={known} />
      </Section>
      {canManage && (
        <Section title={t('access.permissions.ownTitle')}>
          <OwnPermissions />
        </Section>
      )}
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}
