import { Dialog } from '@atrium/ui/dialog'
import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ClientWithSecret } from './client.queries.ts'
import { CopyIcon } from './copy-icon.tsx'

interface SecretDialogProps {
  client: ClientWithSecret | undefined
  onClose: () => void
}

/** The one time that a secret is seen. */
export function SecretDialog({ client, onClose }: SecretDialogProps) {
  const { t } = useTranslation()
  const name = client?.name ?? ''
  return (
    <Dialog
      title={t('clients.secret.title', { name })}
      isOpen={client !== undefined}
      onClose={onClose}
      isHeld
    >
      <Stack>
        <Alert color="amber">{t('clients.secret.text')}</Alert>
        <Kept label={t('clients.clientId')} value={client?.clientId ?? ''} />
        <Kept label={t('clients.secret.label')} value={client?.clientSecret ?? ''} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('clients.secret.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function Kept({ label, value }: { label: string; value: string }) {
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
