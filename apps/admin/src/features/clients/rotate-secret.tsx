import type { ClientRecord } from '@atrium/identity/oauth/client.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { useTranslation } from 'react-i18next'
import { type ClientWithSecret, useRotateSecret } from './client.queries.ts'

interface RotateSecretProps {
  client: ClientRecord | undefined
  onRotate: (client: ClientWithSecret) => void
  onClose: () => void
}

export function RotateSecret({ client, onRotate, onClose }: RotateSecretProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useRotateSecret()
  const rotate = ({ id }: ClientRecord) =>
    mutate(id, { onSuccess: ({ item }) => onRotate(item), onSettled: onClose })
  return (
    <ConfirmDialog
      title={t('clients.rotate.title', { name: client?.name ?? '' })}
      text={t('clients.rotate.text')}
      action={t('clients.rotate.action')}
      isOpen={client !== undefined}
      isPending={isPending}
      onConfirm={() => client && rotate(client)}
      onClose={onClose}
    />
  )
}
