import { IconDownload } from '@atrium/ui/icons'
import { saveFile } from '@atrium/ui/save-file'
import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from './copy-text.tsx'

interface RecoveryCodesProps {
  email: string
  codes: string[]
  onClose: () => void
}

/** Shown once, so the dialog stays until the reader has said that they are kept. */
export function RecoveryCodes({ email, codes, onClose }: RecoveryCodesProps) {
  const { t } = useTranslation()
  const [areKept, setKept] = useState(false)
  const heading = t('security.twoFactor.recovery.file', { email, site: window.location.host })
  const save = () =>
    saveFile('atrium-recovery-codes.txt', `${[heading, '', ...codes].join('\n')}\n`, 'text/plain')
  return (
    <Stack>
      <Title order={3} size="h4">
        {t('security.twoFactor.recovery.title')}
      </Title>
      <Alert color="amber">{t('security.twoFactor.recovery.text')}</Alert>
      <Codes codes={codes} />
      <Group gap="sm">
        <CopyText text={codes.join('\n')} autoFocus />
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} onClick={save}>
          {t('security.twoFactor.recovery.download')}
        </Button>
      </Group>
      <Checkbox
        label={t('security.twoFactor.recovery.kept')}
        checked={areKept}
        onChange={event => setKept(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <Button disabled={!areKept} onClick={onClose}>
          {t('security.twoFactor.recovery.close')}
        </Button>
      </Group>
    </Stack>
  )
}

function Codes({ codes }: { codes: string[] }) {
  const { t } = useTranslation()
  return (
    <SimpleGrid
      component="ul"
      cols={2}
      spacing="xs"
      m={0}
      p="md"
      bdrs="md"
      bg="var(--atrium-canvas)"
      style={{ listStyle: 'none', justifyItems: 'center' }}
      aria-label={t('security.twoFactor.recovery.label')}
    >
      {codes.map(code => (
        <Text component="li" key={code} ff="monospace">
          {code}
        </Text>
      ))}
    </SimpleGrid>
  )
}
