import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { IconLogout } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useEndOtherSessions } from './session.queries.ts'

interface EndOtherSessionsProps {
  userId: number
  /** Of somebody else all are others. */
  isOwn: boolean
  count: number
}

export function EndOtherSessions({ userId, isOwn, count }: EndOtherSessionsProps) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  const { mutate, isPending } = useEndOtherSessions(userId)
  const whose = isOwn ? 'endOthers' : 'endAll'
  const end = () =>
    mutate(undefined, {
      onSuccess: () => notifyOfSuccess(t(`sessions.${whose}.done`)),
      onSettled: close,
    })
  return (
    <>
      <Button variant="light" color="red" leftSection={<IconLogout size={16} stroke={1.75} />} onClick={open}>
        {t(`sessions.${whose}.action`)}
      </Button>
      <ConfirmDialog
        title={t(`sessions.${whose}.title`)}
        text={t(`sessions.${whose}.text`, { count })}
        action={t(`sessions.${whose}.confirm`)}
        isOpen={isOpen}
        isPending={isPending}
        onConfirm={end}
        onClose={close}
      />
    </>
  )
}
