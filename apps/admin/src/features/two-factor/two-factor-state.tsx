import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { twoFactorQuery, useSwitchTwoFactorOff } from './two-factor.queries.ts'
import { TwoFactorBadge, TwoFactorFacts } from './two-factor-facts.tsx'

/** For another user. Your own second factor is switched off on the security page, which asks for a proof. */
export function TwoFactorState({ userId, isAbove }: { userId: number; isAbove: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(twoFactorQuery(userId))
  const { data: reader } = useQuery(currentUserQuery)
  const hasPermission = useHasPermission()
  const maySwitchOff = !isAbove && hasPermission('sessions.manage.any') && reader?.id !== userId
  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <Waiting />
  return (
    <SectionCard
      title={t('security.twoFactor.title')}
      text={t(data.isOn ? 'security.twoFactor.ofUser.on' : 'security.twoFactor.ofUser.off')}
      aside={<TwoFactorBadge isOn={data.isOn} />}
    >
      {data.isOn && <TwoFactorFacts twoFactor={data} />}
      {data.isOn && maySwitchOff && <SwitchOff userId={userId} />}
    </SectionCard>
  )
}

function SwitchOff({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="light" color="red" mt="lg" onClick={open}>
        {t('security.twoFactor.switchOff.action')}
      </Button>
      <ConfirmMutation
        mutation={useSwitchTwoFactorOff(userId)}
        input={undefined}
        title={t('security.twoFactor.ofUser.title')}
        text={t('security.twoFactor.ofUser.text')}
        action={t('security.twoFactor.switchOff.confirm')}
        isOpen={isOpen}
        doneMessage={t('security.twoFactor.switchOff.done')}
        explain={{}}
        onClose={close}
      />
    </>
  )
}

function Waiting() {
  return (
    <LoadingSkeleton>
      <Skeleton h={140} radius="lg" />
    </LoadingSkeleton>
  )
}
