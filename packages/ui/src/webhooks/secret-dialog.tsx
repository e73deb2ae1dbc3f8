import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../copy-button.tsx'
import { Dialog, useLastShown } from '../dialogs/dialog.tsx'
import { IconCheck, IconCopy } from '../icons.ts'

/** Shows the secret after the only answers that contain it. */
export function SecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('ui')
  const shown = useLastShown(secret) ?? ''
  return (
    <Dialog title={t('webhooks.secret.title')} isOpen={secret !== undefined} onClose={onClose}>
      <Stack>
        <Text>{t('webhooks.secret.text')}</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {shown}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={shown}>
            {({ copied, copy }) => (
              <Button
                variant="light"
                leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
                onClick={copy}
              >
                {t('webhooks.secret.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('webhooks.secret.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
