import type { UserSession } from '@atrium/identity/tokens/user-session.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useEndSession } from './session.queries.ts'

interface EndSessionProps {
  userId: number
  session: UserSession
  device: string
}

export function EndSession({ userId, session, device }: EndSessionProps) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  const { mutate, isPending } = useEndSession(userId)
  const name = { device, application: session.client.name }
  const end = () =>
    mutate(session.id, {
      onSuccess: () => notifyOfSuccess(t('sessions.end.done', name)),
      onSettled: close,
    })
  return (
    <>
      <Button variant="default" size="xs" flex="none" aria-label={t('sessions.end.of', name)} onClick={open}>
        {t('sessions.end.action')}
      </Button>
      <ConfirmDialog
        title={t('sessions.end.title')}
        text={t('sessions.end.text', name)}
        action={t('sessions.end.confirm')}
        isOpen={isOpen}
        isPending={isPending}
        onConfirm={end}
        onClose={close}
      />
    </>
  )
}
