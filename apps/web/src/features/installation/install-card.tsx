import { IconDownload } from '@atrium/ui/icons'
import { Button, Card, Group, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { installOfferQuery } from './installation.ts'

/** Shown if the browser can install the application and has not done so yet. */
export function InstallCard() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data: offer } = useQuery(installOfferQuery)
  if (!offer) return null
  const install = () =>
    void offer.prompt().finally(() => queryClient.setQueryData(installOfferQuery.queryKey, null))
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
