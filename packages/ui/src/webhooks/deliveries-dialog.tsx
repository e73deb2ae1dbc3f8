import type { Webhook, WebhookDelivery } from '@atrium/webhooks/webhook.contract'
import { Accordion, Badge, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog, useLastShown } from '../dialogs/dialog.tsx'
import { RowsSkeleton } from '../feedback/states.tsx'
import { DateText } from '../time-text.tsx'
import type { WebhookSource } from './webhook-source.ts'

const colors = { waiting: 'orange', delivered: 'green', failed: 'red' }

interface DeliveriesDialogProps {
  webhook: Webhook | undefined
  source: WebhookSource
  onClose: () => void
}

/** What was sent to a webhook lately, with the answers of its receiver. */
export function DeliveriesDialog({ webhook, source, onClose }: DeliveriesDialogProps) {
  const { t } = useTranslation('ui')
  const shown = useLastShown(webhook)
  return (
    <Dialog title={t('webhooks.deliveries.title')} isOpen={webhook !== undefined} onClose={onClose} isWide>
      {shown && <Deliveries webhook={shown} source={source} />}
    </Dialog>
  )
}

function Deliveries({ webhook, source }: { webhook: Webhook; source: WebhookSource }) {
  const { t } = useTranslation('ui')
  const { data } = source.useDeliveries(webhook.id)
  if (!data) return <RowsSkeleton rows={3} />
  if (data.length === 0) return <Text c="dimmed">{t('webhooks.deliveries.empty')}</Text>
  return (
    <Accordion>
      {data.map(delivery => (
        <Accordion.Item key={delivery.id} value={String(delivery.id)}>
          <Accordion.Control>
            <Group gap="xs">
              <Badge color={colors[delivery.status]}>{t(`webhooks.deliveries.${delivery.status}`)}</Badge>
              <Text size="sm" ff="monospace">
                {delivery.type}
              </Text>
              <Text size="sm" c="dimmed">
                <DateText value={delivery.createdAt} withTime />
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <DeliveryDetails delivery={delivery} source={source} mayResend={webhook.isEnabled} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  )
}

interface DeliveryDetailsProps {
  delivery: WebhookDelivery
  source: WebhookSource
  mayResend: boolean
}

function DeliveryDetails({ delivery, source, mayResend }: DeliveryDetailsProps) {
  const { t, i18n } = useTranslation('ui')
  const milliseconds = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'millisecond' })
  return (
    <Stack gap="xs">
      {delivery.attempts.map(({ at, status, error, durationMs, answer }) => (
        <Stack key={at} gap={2}>
          <Text size="sm">
            <DateText value={at} withTime /> ·{' '}
            {error ? t(`webhooks.errors.${error}`) : t('webhooks.answered', { status: status ?? '' })} ·{' '}
            {milliseconds.format(durationMs)}
          </Text>
          {answer && (
            <Code block tabIndex={0} mah={120} style={{ overflow: 'auto' }}>
              {answer}
            </Code>
          )}
        </Stack>
      ))}
      {delivery.nextAttemptAt && (
        <Text size="sm" c="dimmed">
          {t('webhooks.deliveries.next')} <DateText value={delivery.nextAttemptAt} withTime />
        </Text>
      )}
      <Code
        block
        tabIndex={0}
        mah={240}
        style={{ overflow: 'auto' }}
        aria-label={t('webhooks.deliveries.document')}
      >
        {JSON.stringify(delivery.document, null, 2)}
      </Code>
      {mayResend && delivery.status !== 'waiting' && (
        <Group justify="flex-end">
          <Button
            variant="light"
            loading={source.resend.isPending}
            onClick={() => source.resend.mutate(delivery.id, {})}
          >
            {t('webhooks.deliveries.resend')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
