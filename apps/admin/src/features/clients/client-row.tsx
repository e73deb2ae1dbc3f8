import type { ClientRecord } from '@atrium/identity/oauth/client.contract'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMayManageClients } from '../../data/roles.ts'
import { ClientMenu, type ClientMenuProps } from './client-menu.tsx'
import { CopyIcon } from './copy-icon.tsx'
import { grantsOf } from './grant-words.ts'

export function ClientRow({ client, ...actions }: ClientMenuProps) {
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
