import type { ClientRecord, ClientWithSecret } from '@atrium/identity/oauth/clients/client.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog, RecordDialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRotateSecret, useSwitchClient } from './client.queries.ts'
import { ClientForm } from './client-form.tsx'
import { ClientList, CopyIcon } from './client-list.tsx'

interface ClientsProps {
  clients: ClientRecord[]
  isCreating: boolean
  onCreated: () => void
}

/** The list, and the dialogs that its rows open. */
export function Clients({ clients, isCreating, onCreated }: ClientsProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<ClientRecord>()
  const [rotated, setRotated] = useState<ClientRecord>()
  const [disabled, setDisabled] = useState<ClientRecord>()
  const [withSecret, setWithSecret] = useState<ClientWithSecret>()
  const { mutate: switchClient } = useSwitchClient()
  const enable = ({ id, name }: ClientRecord) =>
    switchClient(
      { id, isActive: true },
      { onSuccess: () => notifyOfSuccess(t('clients.enable.done', { name })) },
    )
  const showSecret = (client: ClientWithSecret) => {
    if (client.clientSecret) setWithSecret(client)
  }
  const closeForm = () => {
    setEdited(undefined)
    onCreated()
  }
  return (
    <>
      <ClientList
        clients={clients}
        onEdit={setEdited}
        onRotate={setRotated}
        onSwitch={client => (client.isActive ? setDisabled(client) : enable(client))}
      />
      <RecordDialog
        record={isCreating ? 'new' : edited}
        title={client => (client ? t('clients.edit', { name: client.name }) : t('clients.create'))}
        onClose={closeForm}
      >
        {client => <ClientForm client={client} onCreate={showSecret} onClose={closeForm} />}
      </RecordDialog>
      <RotateSecret client={rotated} onRotate={showSecret} onClose={() => setRotated(undefined)} />
      <DisableClient client={disabled} onClose={() => setDisabled(undefined)} />
      <SecretDialog client={withSecret} onClose={() => setWithSecret(undefined)} />
    </>
  )
}

interface QuestionProps {
  client: ClientRecord | undefined
  onClose: () => void
}

function RotateSecret({
  client,
  onRotate,
  onClose,
}: QuestionProps & { onRotate: (client: ClientWithSecret) => void }) {
  const { t } = useTranslation()
  const { id = 0, name = '' } = useLastShown(client) ?? {}
  return (
    <ConfirmMutation
      mutation={useRotateSecret()}
      input={id}
      title={t('clients.rotate.title', { name })}
      text={t('clients.rotate.text')}
      action={t('clients.rotate.action')}
      onSuccess={({ item }) => onRotate(item)}
      isOpen={client !== undefined}
      onClose={onClose}
    />
  )
}

function DisableClient({ client, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const { id = 0, name = '' } = useLastShown(client) ?? {}
  return (
    <ConfirmMutation
      mutation={useSwitchClient()}
      input={{ id, isActive: false }}
      title={t('clients.disable.title', { name })}
      text={t('clients.disable.text')}
      action={t('clients.disable.action')}
      doneMessage={t('clients.disable.done', { name })}
      isOpen={client !== undefined}
      onClose={onClose}
    />
  )
}

interface SecretDialogProps {
  client: ClientWithSecret | undefined
  onClose: () => void
}

/** The only time that a secret is shown. */
function SecretDialog({ client, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('clients.secret.title', { name: client?.name ?? '' })}
      isOpen={client !== undefined}
      onClose={onClose}
      isPersistent
    >
      <Stack>
        <Alert color="amber">{t('clients.secret.text')}</Alert>
        <CopiedField label={t('clients.clientId')} value={client?.clientId ?? ''} />
        <CopiedField label={t('clients.secret.label')} value={client?.clientSecret ?? ''} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('clients.secret.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function CopiedField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={label}
      value={value}
      readOnly
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onFocus={event => event.currentTarget.select()}
      rightSection={<CopyIcon value={value} label={`${t('clients.copy')}: ${label}`} />}
    />
  )
}
