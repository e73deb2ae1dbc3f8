import type { ClientRecord } from '@atrium/identity/oauth/clients/client.contract'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconDots,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTable,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Badge, Card, Group, Menu, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '../../data/copied-field.tsx'
import { useCanManageClients } from '../../data/roles.ts'
import { grantKey, grantsOf } from './client-grants.ts'

interface ClientListProps {
  clients: ClientRecord[]
  onEdit: (client: ClientRecord) => void
  onClaims: (client: ClientRecord) => void
  onTest: (client: ClientRecord) => void
  onRotate: (client: ClientRecord) => void
  onSwitch: (client: ClientRecord) => void
}

/** The clients with their state and a menu for each. */
export function ClientList({ clients, onEdit, onClaims, onTest, onRotate, onSwitch }: ClientListProps) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {clients.map(client => (
        <Card key={client.id} component="li" shadow="xs" padding="md">
          <ClientRow
            client={client}
            onEdit={() => onEdit(client)}
            onClaims={() => onClaims(client)}
            onTest={() => onTest(client)}
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
  const canManage = useCanManageClients()
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
            .map(grant => t(`clients.grants.${grantKey(grant)}`))
            .join(' · ')}
        </Text>
        {client.asksAtSignIn && isOwn(client) && grantsOf(client).includes('authorization_code') && (
          <Text size="sm" c="dimmed">
            {t('clients.asksAtSignIn')}
          </Text>
        )}
        {client.consentCount > 0 && (
          <Text size="sm" c="dimmed">
            {t('clients.consents', { count: client.consentCount, recent: client.recentConsentCount })}
          </Text>
        )}
        {client.isFirstParty && (
          <Text size="sm" c="dimmed">
            {t('clients.firstPartyText')}
          </Text>
        )}
      </Stack>
      {canManage && !client.isFirstParty && <ClientMenu client={client} {...actions} />}
    </Group>
  )
}

/** Others describe themselves: an administrator can only disable them. */
function isOwn({ source }: ClientRecord) {
  return source === 'administrator'
}

function Marks({
  client: { isPublic, isActive, isFirstParty, isTrusted, source },
}: {
  client: ClientRecord
}) {
  const { t } = useTranslation()
  return (
    <>
      <Badge color="gray">{isPublic ? t('clients.public') : t('clients.confidential')}</Badge>
      {source !== 'administrator' && <Badge color="cobalt">{t(`clients.bySource.${source}`)}</Badge>}
      {isFirstParty && <Badge color="cobalt">{t('clients.firstParty')}</Badge>}
      {isTrusted && !isFirstParty && <Badge color="teal">{t('clients.trusted')}</Badge>}
      {!isActive && <Badge color="red">{t('clients.disabled')}</Badge>}
    </>
  )
}

interface ClientMenuProps {
  client: ClientRecord
  onEdit: () => void
  onClaims: () => void
  onTest: () => void
  onRotate: () => void
  onSwitch: () => void
}

function ClientMenu({ client, onEdit, onClaims, onTest, onRotate, onSwitch }: ClientMenuProps) {
  const { t } = useTranslation()
  const SwitchIcon = client.isActive ? IconPlayerPause : IconPlayerPlay
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconDots} iconSize={18} label={t('clients.actions', { name: client.name })} />
      </Menu.Target>
      <Menu.Dropdown>
        {isOwn(client) && <MenuItem icon={IconPencil} label={t('clients.change')} onClick={onEdit} />}
        {client.scope.split(' ').includes('openid') && (
          <MenuItem icon={IconTable} label={t('clients.claims.action')} onClick={onClaims} />
        )}
        {isOwn(client) && client.isActive && client.redirectUris.length > 0 && (
          <MenuItem icon={IconExternalLink} label={t('clients.test.action')} onClick={onTest} />
        )}
        {!client.isPublic && (
          <MenuItem icon={IconRefresh} label={t('clients.rotate.action')} onClick={onRotate} />
        )}
        <MenuItem
          icon={SwitchIcon}
          label={client.isActive ? t('clients.disable.action') : t('clients.enable.action')}
          onClick={onSwitch}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
