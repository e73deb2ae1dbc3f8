import { IconDownload } from '@atrium/ui/icons'
import { Button, Card, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useInstall } from './install-offer.ts'

/** Only where the browser can install, and has not yet. */
export function InstallCard() {
  const { t } = useTranslation()
  const install = useInstall()
  if (!install) return null
  return (
    <Card component="section" shadow="xs" p={{ base: 'lg', sm: 'xl' }}>
      <Group justify="space-between" gap="md">
        <div>
          <Title order={2} size="h3">
            {t('installation.title')}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {t('installation.text')}
          </Text>
        </div>
        <Button variant="light" leftSection={<IconDownload size={18} />} onClick={install}>
          {t('installation.action')}
        </Button>
      </Group>
    </Card>
  )
}
