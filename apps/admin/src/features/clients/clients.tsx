import type { ClientRecord, ClientWithSecret } from '@atrium/identity/oauth/clients/client.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog, RecordDialog, useLastShown } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { IconExternalLink } from '@atrium/ui/icons'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopiedField } from '../../data/copied-field.tsx'
import { issuerQuery } from '../../data/server-metadata.ts'
import { useRotateSecret, useSwitchClient } from './client.queries.ts'
import { ClientClaims } from './client-claims.tsx'
import { ClientForm } from './client-form.tsx'
import { ClientList } from './client-list.tsx'
import { signInAddress } from './sign-in-address.ts'

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
  const [claimed, setClaimed] = useState<ClientRecord>()
  const [disabled, setDisabled] = useState<ClientRecord>()
  const [tested, setTested] = useState<ClientRecord>()
  const [withSecret, setWithSecret] = useState<ClientWithSecret>()
  const { mutate: switchClient } = useSwitchClient()
  const enable = ({ id, name }: ClientRecord) =>
    switchClient(
      { id, isActive: true },
      { onSuccess: () => notifyOfSuccess(t('clients.enable.done', { name })) },
    )
  const closeForm = () => {
    setEdited(undefined)
    onCreated()
  }
  return (
    <>
      <ClientList
        clients={clients}
        onEdit={setEdited}
        onClaims={setClaimed}
        onTest={setTested}
        onRotate={setRotated}
        onSwitch={client => (client.isActive ? setDisabled(client) : enable(client))}
      />
      <RecordDialog
        record={isCreating ? 'new' : edited}
        title={client => (client ? t('clients.edit', { name: client.name }) : t('clients.create'))}
        onClose={closeForm}
      >
        {client => <ClientForm client={client} onCreate={setWithSecret} onClose={closeForm} />}
      </RecordDialog>
      <ClientClaims client={claimed} onClose={() => setClaimed(undefined)} />
      <RotateSecret client={rotated} onRotate={setWithSecret} onClose={() => setRotated(undefined)} />
      <DisableClient client={disabled} onClose={() => setDisabled(undefined)} />
      <TestSignIn client={tested} onClose={() => setTested(undefined)} />
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

/** What happens during the test, before it happens: the application may not be running yet. */
function TestSignIn({ client, onClose }: QuestionProps) {
  const { t } = useTranslation()
  const shown = useLastShown(client)
  const name = shown?.name ?? ''
  return (
    <Dialog title={t('clients.test.title', { name })} isOpen={client !== undefined} onClose={onClose}>
      <Stack>
        <Text>{t('clients.test.text', { name, address: shown?.redirectUris[0] ?? '' })}</Text>
        <Text c="dimmed">{t('clients.test.notRunning', { name })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('clients.test.cancel')}
          </Button>
          <Button
            component="a"
            href={shown && signInAddress(shown)}
            target="_blank"
            rel="noreferrer"
            onClick={onClose}
            rightSection={<IconExternalLink size={16} />}
          >
            {t('clients.test.open')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

interface SecretDialogProps {
  client: ClientWithSecret | undefined
  onClose: () => void
}

/** What a developer enters in the application. It is the only time that a secret is shown. */
function SecretDialog({ client, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  const { name = '', clientId = '', clientSecret, scope = '' } = useLastShown(client) ?? {}
  const { data: issuer = '' } = useQuery({ ...issuerQuery, enabled: client !== undefined })
  const isOpenId = scope.split(' ').includes('openid')
  const document = isOpenId ? 'openid-configuration' : 'oauth-authorization-server'
  return (
    <Dialog
      title={t(clientSecret ? 'clients.secret.title' : 'clients.secret.connect', { name })}
      isOpen={client !== undefined}
      onClose={onClose}
      isPersistent
    >
      <Stack>
        {clientSecret && <Alert color="amber">{t('clients.secret.text')}</Alert>}
        <CopiedField label={t('clients.clientId')} value={clientId} />
        {clientSecret && <CopiedField label={t('clients.secret.label')} value={clientSecret} />}
        <CopiedField label={t('clients.secret.issuer')} value={issuer} />
        <CopiedField label={t('clients.secret.discovery')} value={`${issuer}/.well-known/${document}`} />
        <Group justify="flex-end">
          <Button onClick={onClose}>
            {t(clientSecret ? 'clients.secret.done' : 'clients.secret.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
