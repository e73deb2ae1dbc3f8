import type { ClientRecord } from '@atrium/identity/oauth/client.contract'
import { Card, Stack } from '@mantine/core'
import { ClientRow } from './client-row.tsx'

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
