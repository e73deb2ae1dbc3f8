import type { TwoFactor } from '@atrium/identity/sign-in/two-factor/two-factor.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RenewCodesDialog } from './recovery-codes.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { SwitchOffDialog } from './switch-off-dialog.tsx'
import { twoFactorQuery } from './two-factor.queries.ts'
import { TwoFactorBadge, TwoFactorFacts } from './two-factor-facts.tsx'

type Action = 'setUp' | 'renew' | 'switchOff'

export function TwoFactorCard({ user }: { user: User }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(twoFactorQuery(user.id))
  const [action, setAction] = useState<Action>()
  const dialog = (name: Action) => ({ user, isOpen: action === name, onClose: () => setAction(undefined) })
  return (
    <SectionCard
      title={t('security.twoFactor.title')}
      text={t('security.twoFactor.text')}
      aside={data && <TwoFactorBadge isOn={data.isOn} />}
    >
      {data && <Choices twoFactor={data} isConfirmed={user.emailVerifiedAt !== null} onChoose={setAction} />}
      {!data && error && <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />}
      {!data && !error && <Waiting />}
      <SetUpDialog {...dialog('setUp')} />
      <RenewCodesDialog {...dialog('renew')} />
      <SwitchOffDialog {...dialog('switchOff')} />
    </SectionCard>
  )
}

interface ChoicesProps {
  twoFactor: TwoFactor
  /** Whether the email address is confirmed; a factor can only be added afterwards. */
  isConfirmed: boolean
  onChoose: (action: Action) => void
}

function Choices({ twoFactor, isConfirmed, onChoose }: ChoicesProps) {
  const { t } = useTranslation()
  if (!twoFactor.isOn && !isConfirmed) return <Text c="dimmed">{t('security.twoFactor.unconfirmed')}</Text>
  if (!twoFactor.isOn) {
    return <Button onClick={() => onChoose('setUp')}>{t('security.twoFactor.setUp.action')}</Button>
  }
  return (
    <>
      <TwoFactorFacts twoFactor={twoFactor} />
      <Group gap="sm" mt="lg">
        <Button variant="default" onClick={() => onChoose('renew')}>
          {t('security.twoFactor.renew.action')}
        </Button>
        <Button variant="light" color="red" onClick={() => onChoose('switchOff')}>
          {t('security.twoFactor.switchOff.action')}
        </Button>
      </Group>
    </>
  )
}

function Waiting() {
  return (
    <LoadingSkeleton>
      <Skeleton h={36} w={120} />
    </LoadingSkeleton>
  )
}
