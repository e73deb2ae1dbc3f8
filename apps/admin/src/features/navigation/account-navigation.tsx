import {
  IconAddressBook,
  IconDatabaseExport,
  IconDevices,
  IconLock,
  IconShield,
  IconUserCircle,
} from '@atrium/ui/icons'
import { Divider, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { ApplicationLink } from './application-link.tsx'
import { Destination } from './destination.tsx'

export function AccountNavigation() {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  return (
    <Stack gap={2}>
      <Destination to="/account" icon={IconUserCircle} label={t('navigation.profile')} exact />
      <Destination to="/account/contacts" icon={IconAddressBook} label={t('navigation.contacts')} />
      <Destination to="/account/security" icon={IconLock} label={t('navigation.security')} />
      <Destination to="/account/sessions" icon={IconDevices} label={t('navigation.sessions')} />
      <Destination to="/account/data" icon={IconDatabaseExport} label={t('navigation.data')} />
      {hasPermission('admin.web.access') && (
        <>
          <Divider my="xs" />
          <Destination to="/admin" icon={IconShield} label={t('navigation.administration')} />
        </>
      )}
      <ApplicationLink />
    </Stack>
  )
}
