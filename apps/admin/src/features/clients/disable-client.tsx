import type { ClientRecord } from '@atrium/identity/oauth/client.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { useTranslation } from 'react-i18next'
import { useSwitchClient } from './client.queries.ts'

interface DisableClientProps {
  client: ClientRecord | undefined
  onClose: () => void
}

export function DisableClient({ client, onClose }: DisableClientProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useSwitchClient()
  const disable = ({ id, name }: ClientRecord) =>
    mutate(
      { id, isActive: false },
      { onSuccess: () => notifyOfSuccess(t('clients.disable.done', { name })), onSettled: onClose },
    )
  return (
    <ConfirmDialog
      title={t('clients.disable.title', { name: client?.name ?? '' })}
      text={t('clients.disable.text')}
      action={t('clients.disable.action')}
      isOpen={client !== undefined}
      isPending={isPending}
      onConfirm={() => client && disable(client)}
      onClose={onClose}
    />
  )
}
