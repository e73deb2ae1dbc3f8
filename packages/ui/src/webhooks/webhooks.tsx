import type { TestResult, Webhook } from '@atrium/webhooks/webhook.contract'
import { Badge, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmMutation } from '../dialogs/confirm-dialog.tsx'
import { notifyOfSuccess, showNotice } from '../feedback/notifications.tsx'
import { EmptyState } from '../feedback/states.tsx'
import { IconButton } from '../icon-button.tsx'
import { IconKey, IconListDetails, IconSend, IconWebhook } from '../icons.ts'
import { CrudList } from '../lists/crud-list.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'
import type { WebhookSource } from './webhook-source.ts'

interface WebhooksProps {
  source: WebhookSource
  /** With a title, the list is a section of a page. */
  title?: string
  text: string
}

/** Where events are sent, for the project or the installation that the source belongs to. */
export function Webhooks({ source, title, text }: WebhooksProps) {
  const { t } = useTranslation('ui')
  const [secret, setSecret] = useState<string>()
  const [listed, setListed] = useState<Webhook>()
  const [rotated, setRotated] = useState<Webhook>()
  return (
    <>
      <CrudList
        query={source.query}
        title={title}
        text={text}
        createLabel={t('webhooks.create')}
        row={webhook => ({
          name: hostOf(webhook),
          facts: <State webhook={webhook} />,
          text: `${t(`webhooks.formats.${webhook.format}`)} · ${webhook.types.join(', ')}`,
          actions: (
            <RowActions
              webhook={webhook}
              source={source}
              onList={() => setListed(webhook)}
              onRotate={() => setRotated(webhook)}
            />
          ),
          editLabel: t('webhooks.edit', { name: hostOf(webhook) }),
          deleteLabel: t('webhooks.delete', { name: hostOf(webhook) }),
        })}
        form={(webhook, close) => (
          <WebhookForm webhook={webhook} source={source} onCreated={setSecret} onClose={close} />
        )}
        deletion={{
          mutation: source.remove,
          question: webhook => ({
            title: t('webhooks.deleteTitle', { name: hostOf(webhook) }),
            text: t('webhooks.deleteText'),
            action: t('webhooks.deleteAction'),
          }),
          doneMessage: webhook => t('webhooks.deleted', { name: hostOf(webhook) }),
        }}
        empty={
          <EmptyState icon={IconWebhook} title={t('webhooks.empty.title')} text={t('webhooks.empty.text')} />
        }
      />
      <ConfirmMutation
        mutation={source.rotate}
        input={rotated?.id ?? 0}
        isOpen={rotated !== undefined}
        isHarmless
        title={t('webhooks.rotateTitle')}
        text={t('webhooks.rotateText')}
        action={t('webhooks.rotateAction')}
        onSuccess={({ item }) => setSecret(item.secret)}
        onClose={() => setRotated(undefined)}
      />
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
      <DeliveriesDialog webhook={listed} source={source} onClose={() => setListed(undefined)} />
    </>
  )
}

function hostOf({ url }: Webhook) {
  return new URL(url).host
}

function State({ webhook: { isEnabled, disabledReason, failures } }: { webhook: Webhook }) {
  const { t } = useTranslation('ui')
  if (disabledReason) return <Badge color="red">{t(`webhooks.disabled.${disabledReason}`)}</Badge>
  if (!isEnabled) return <Badge color="gray">{t('webhooks.off')}</Badge>
  if (failures > 0) return <Badge color="orange">{t('webhooks.failing')}</Badge>
  return <Badge color="green">{t('webhooks.on')}</Badge>
}

interface RowActionsProps {
  webhook: Webhook
  source: WebhookSource
  onList: () => void
  onRotate: () => void
}

function RowActions({ webhook, source, onList, onRotate }: RowActionsProps) {
  const { t } = useTranslation('ui')
  const name = hostOf(webhook)
  const report = ({ isDelivered, status, error }: TestResult) => {
    const answer = status ?? ''
    if (isDelivered) return notifyOfSuccess(t('webhooks.testDone', { status: answer }))
    const reason = error ? t(`webhooks.errors.${error}`) : t('webhooks.answered', { status: answer })
    showNotice({ color: 'red', message: t('webhooks.testFailed', { reason }) })
  }
  const test = () => source.test.mutate(webhook.id, { onSuccess: ({ item }) => report(item) })
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconSend size={16} />}
        aria-label={t('webhooks.testOf', { name })}
        loading={source.test.isPending}
        onClick={test}
      >
        {t('webhooks.test')}
      </Button>
      <IconButton
        icon={IconListDetails}
        iconSize={18}
        label={t('webhooks.deliveriesOf', { name })}
        onClick={onList}
      />
      <IconButton icon={IconKey} iconSize={18} label={t('webhooks.rotate', { name })} onClick={onRotate} />
    </Group>
  )
}
