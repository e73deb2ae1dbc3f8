import type { ClientRecord } from '@atrium/identity/oauth/clients/client.contract'
import { IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconRefresh } from '@atrium/ui/icons'
import { ActionIcon, Badge, Card, Group, Menu, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMayManageClients } from '../../data/roles.ts'
import { grantsOf } from './client-grants.ts'
import { CopyIcon } from './copy-icon.tsx'

interface ClientListProps {
  clients: ClientRecord[]
  onEdit: (client: ClientRecord) => void
  onRotate: (client: ClientRecord) => void
  onSwitch: (client: ClientRecord) => void
}

export function ClientList({ clients, onEdit, onRotate, onSwitch }: ClientListProps) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {clients.map(client => (
        <Card key={client.id} component="li" shadow="xs" padding="md">
          <ClientRow
            client={client}
            onEdit={() => onEdit(client)}
            onRotate={() => onRotate(client)}
            onSwitch={() => onSwitch(client)}
          />
        </Card>
      ))}
    </Stack>
  )
}

function ClientRow({ client, ...actions }: ClientMenuProps) {
  const { t } = useTranslation()
  const mayManage = useMayManageClients()
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Stack gap={4} flex={1} miw={0}>
        <Group gap="xs">
          <Text fw={600}>{client.name}</Text>
          <Marks client={client} />
        </Group>
        <Group gap={4} wrap="nowrap">
          <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {client.clientId}
          </Text>
          <CopyIcon value={client.clientId} label={t('clients.copyId', { name: client.name })} />
        </Group>
        <Text size="sm" c="dimmed">
          {grantsOf(client)
            .map(grant => t(`clients.grants.${grant}`))
            .join(' · ')}
        </Text>
        {client.asksAtSignIn && grantsOf(client).includes('authorization_code') && (
          <Text size="sm" c="dimmed">
            {t('clients.asksAtSignIn')}
          </Text>
        )}
        {client.isFirstParty && (
          <Text size="sm" c="dimmed">
            {t('clients.firstPartyText')}
          </Text>
        )}
      </Stack>
      {mayManage && !client.isFirstParty && <ClientMenu client={client} {...actions} />}
    </Group>
  )
}

function Marks({ client: { isPublic, isActive, isFirstParty } }: { client: ClientRecord }) {
  const { t } = useTranslation()
  return (
    <>
      <Badge color="gray">{isPublic ? t('clients.public') : t('clients.confidential')}</Badge>
      {isFirstParty && <Badge color="cobalt">{t('clients.firstParty')}</Badge>}
      {!isActive && <Badge color="red">{t('clients.disabled')}</Badge>}
    </>
  )
}

interface ClientMenuProps {
  client: ClientRecord
  onEdit: () => void
  onRotate: () => void
  onSwitch: () => void
}

function ClientMenu({ client, onEdit, onRotate, onSwitch }: ClientMenuProps) {
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
