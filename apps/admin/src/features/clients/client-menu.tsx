import type { ClientRecord } from '@atrium/identity/oauth/client.contract'
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@atrium/ui/icons'
import { ActionIcon, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export interface ClientMenuProps {
  client: ClientRecord
  onEdit: () => void
  onRotate: () => void
  onSwitch: () => void
}

export function ClientMenu({ client, onEdit, onRotate, onSwitch }: ClientMenuProps) {
  const { t } = useTranslation()
  const SwitchIcon = client.isActive ? IconPlayerPause : IconPlayerPlay
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('clients.actions', { name: client.name })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {t('clients.change')}
        </Menu.Item>
        {!client.isPublic && (
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={onRotate}>
            {t('clients.rotate.action')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<SwitchIcon size={16} />} onClick={onSwitch}>
          {client.isActive ? t('clients.disable.action') : t('clients.enable.action')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
