import type { ClientRecord } from '@atrium/identity/oauth/client.contract'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ClientWithSecret, useSwitchClient } from './client.queries.ts'
import { ClientDialog } from './client-dialog.tsx'
import { ClientList } from './client-list.tsx'
import { DisableClient } from './disable-client.tsx'
import { RotateSecret } from './rotate-secret.tsx'
import { SecretDialog } from './secret-dialog.tsx'

interface ClientsProps {
  clients: ClientRecord[]
  isCreating: boolean
  onCreated: () => void
}

/** The list, and the dialogs that its rows lead to. */
export function Clients({ clients, isCreating, onCreated }: ClientsProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<ClientRecord>()
  const [rotated, setRotated] = useState<ClientRecord>()
  const [disabled, setDisabled] = useState<ClientRecord>()
  const [told, setTold] = useState<ClientWithSecret>()
  const { mutate: switchClient } = useSwitchClient()
  const enable = ({ id, name }: ClientRecord) =>
    switchClient(
      { id, isActive: true },
      { onSuccess: () => notifyOfSuccess(t('clients.enable.done', { name })) },
    )
  const tell = (client: ClientWithSecret) => {
    if (client.clientSecret) setTold(client)
  }
  return (
    <>
      <ClientList
        clients={clients}
        onEdit={setEdited}
        onRotate={setRotated}
        onSwitch={client => (client.isActive ? setDisabled(client) : enable(client))}
      />
      <ClientDialog
        client={isCreating ? 'new' : edited}
        onCreate={tell}
        onClose={() => {
          setEdited(undefined)
          onCreated()
        }}
      />
      <RotateSecret client={rotated} onRotate={tell} onClose={() => setRotated(undefined)} />
      <DisableClient client={disabled} onClose={() => setDisabled(undefined)} />
      <SecretDialog client={told} onClose={() => setTold(undefined)} />
    </>
  )
}
