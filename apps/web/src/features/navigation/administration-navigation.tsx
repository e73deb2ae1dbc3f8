import { getAccountPermissions } from '@atrium/tasks/sign-in/sign-in.contract'
import {
  AdministrationItem,
  AdministrationNavigation,
  AdministrationRail,
  type LinkProps,
  type Place,
} from '@atrium/ui/administration/navigation'
import { tasksPages } from '@atrium/ui/administration/pages'
import { IconArrowLeft, IconUserCircle } from '@atrium/ui/icons'
import { RailItem, railClasses } from '@atrium/ui/shell/rail'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { itemQuery } from '../../api.ts'
import { useAdministrationTab } from '../../data/session/administration-tab.ts'
import { currentUserQuery } from '../../data/session/current-user.ts'

const accountPermissionsQuery = {
  ...itemQuery(['account-permissions'], getAccountPermissions),
  staleTime: 5 * 60_000,
}

/** Replaces the sidebar on the pages of the administration. */
export function AdministrationSidebar() {
  const { t } = useTranslation('ui')
  const { data: user } = useQuery(currentUserQuery)
  return (
    <AdministrationNavigation {...usePlace()} own={OwnLink}>
      <a href={user?.accountUrl} style={plain}>
        <AdministrationItem icon={IconUserCircle} label={t('administration.account')} />
      </a>
      <Link to="/" style={plain}>
        <AdministrationItem icon={IconArrowLeft} label={t('administration.application')} />
      </Link>
    </AdministrationNavigation>
  )
}

export function AdministrationSidebarRail() {
  const { t } = useTranslation('ui')
  const { data: user } = useQuery(currentUserQuery)
  return (
    <AdministrationRail {...usePlace()} own={OwnLink}>
      <RailItem label={t('administration.account')}>
        <a href={user?.accountUrl} className={railClasses.item} aria-label={t('administration.account')}>
          <IconUserCircle size={20} stroke={1.75} />
        </a>
      </RailItem>
      <RailItem label={t('administration.application')}>
        <Link to="/" className={railClasses.item} aria-label={t('administration.application')}>
          <IconArrowLeft size={20} stroke={1.75} />
        </Link>
      </RailItem>
    </AdministrationRail>
  )
}

const plain = { textDecoration: 'none', color: 'inherit' }

function usePlace(): Place {
  const { data: user } = useQuery(currentUserQuery)
  const { data: account } = useQuery(accountPermissionsQuery)
  const { chosen } = useAdministrationTab()
  return {
    service: 'tasks',
    current: chosen.name,
    addresses: user ? { identity: user.accountUrl.replace(/\/account$/, '') } : {},
    permissions: { identity: account?.permissions ?? [], tasks: user?.permissions ?? [] },
  }
}

function OwnLink({ page, ...link }: LinkProps) {
  const own = tasksPages.find(({ name }) => name === page.name)
  return <Link to="/administration" search={{ tab: own?.tab }} {...link} />
}
