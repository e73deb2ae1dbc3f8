import { getTasksPermissions } from '@atrium/identity/admin/tasks-permissions.contract'
import {
  AdministrationItem,
  AdministrationNavigation,
  AdministrationRail,
  type LinkProps,
  type Place,
} from '@atrium/ui/administration/navigation'
import { administrationGroups } from '@atrium/ui/administration/pages'
import { IconArrowLeft, IconUserCircle } from '@atrium/ui/icons'
import { RailItem, railClasses } from '@atrium/ui/shell/rail'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { itemQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'
import { useApplicationUrl } from './navigation.tsx'

const tasksPermissionsQuery = {
  ...itemQuery(['tasks-permissions'], getTasksPermissions),
  staleTime: 5 * 60_000,
}

export function AdminNavigation() {
  const { t } = useTranslation(['app', 'ui'])
  const applicationUrl = useApplicationUrl()
  return (
    <AdministrationNavigation {...usePlace()} own={OwnLink}>
      <Link to="/account" style={plain}>
        <AdministrationItem icon={IconUserCircle} label={t('navigation.account')} />
      </Link>
      {applicationUrl && (
        <a href={`${applicationUrl}/`} style={plain}>
          <AdministrationItem icon={IconArrowLeft} label={t('ui:administration.application')} />
        </a>
      )}
    </AdministrationNavigation>
  )
}

export function AdminRail() {
  const { t } = useTranslation(['app', 'ui'])
  const applicationUrl = useApplicationUrl()
  return (
    <AdministrationRail {...usePlace()} own={OwnLink}>
      <RailItem label={t('navigation.account')}>
        <Link to="/account" className={railClasses.item} aria-label={t('navigation.account')}>
          <IconUserCircle size={20} stroke={1.75} />
        </Link>
      </RailItem>
      {applicationUrl && (
        <RailItem label={t('ui:administration.application')}>
          <a
            href={`${applicationUrl}/`}
            className={railClasses.item}
            aria-label={t('ui:administration.application')}
          >
            <IconArrowLeft size={20} stroke={1.75} />
          </a>
        </RailItem>
      )}
    </AdministrationRail>
  )
}

const plain = { textDecoration: 'none', color: 'inherit' }

const ownPages = administrationGroups
  .flatMap(({ pages }) => [...pages])
  .filter(({ service }) => service === 'identity')

function usePlace(): Place {
  const { pathname } = useLocation()
  const applicationUrl = useApplicationUrl()
  const { data: user } = useQuery(currentUserQuery)
  const { data: atTasks } = useQuery({ ...tasksPermissionsQuery, enabled: applicationUrl !== undefined })
  const path = pathname.replace(/\/$/, '')
  const current = ownPages.find(page => path === page.path || isBelow(path, page.path))
  return {
    service: 'identity',
    current: current?.name,
    addresses: applicationUrl ? { tasks: applicationUrl } : {},
    permissions: { identity: user?.permissions ?? [], tasks: atTasks?.permissions ?? [] },
  }
}

/** `/admin/users/5` belongs to the list of users; everything is below `/admin`. */
function isBelow(path: string, above: string) {
  return above !== '/admin' && path.startsWith(`${above}/`)
}

function OwnLink({ page, ...link }: LinkProps) {
  return <Link to={page.path} activeOptions={{ exact: page.path === '/admin' }} {...link} />
}
