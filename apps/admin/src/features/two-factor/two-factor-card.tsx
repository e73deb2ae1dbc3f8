import type { TwoFactor } from '@atrium/identity/sign-in/two-factor/two-factor.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { ConfirmMutation } from '@atrium/ui/dialogs/confirm-dialog'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { ErrorState, LoadingSkeleton } from '@atrium/ui/feedback/states'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { DateText } from '@atrium/ui/time-text'
import { Alert, Badge, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentUserQuery, useHasPermission } from '../../data/current-user.ts'
import { OwnConfirmation, useHasPassword } from '../../data/own-confirmation.tsx'
import { twoFactorQuery, useTurnOffTwoFactor } from './two-factor.queries.ts'
import { CodeField, RenewCodesDialog, SetUpDialog } from './two-factor-dialogs.tsx'

type Action = 'setUp' | 'renew' | 'turnOff'

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
      {!data && !error && <LoadingSkeleton h={36} w={120} />}
      <SetUpDialog {...dialog('setUp')} />
      <RenewCodesDialog {...dialog('renew')} />
      <TurnOffDialog {...dialog('turnOff')} />
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
        <Button variant="light" color="red" onClick={() => onChoose('turnOff')}>
          {t('security.twoFactor.turnOff.action')}
        </Button>
      </Group>
    </>
  )
}

interface TurnOffDialogProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

function TurnOffDialog({ user, isOpen, onClose }: TurnOffDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('security.twoFactor.turnOff.title')} isOpen={isOpen} onClose={onClose}>
      <TurnOffForm userId={user.id} onClose={onClose} />
    </Dialog>
  )
}

function TurnOffForm({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const hasPassword = useHasPassword()
  const [proof, setProof] = useState<'currentPassword' | 'code'>(hasPassword ? 'currentPassword' : 'code')
  const form = useMutationForm({
    mutation: useTurnOffTwoFactor(userId),
    initialValues: { currentPassword: '', code: '' },
    toInput: values => ({ [proof]: values[proof] }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t('security.twoFactor.turnOff.done'))
    },
    explain: { last_second_factor: t('security.twoFactor.turnOff.needed') },
  })
  return (
    <DialogForm
      form={form}
      submitLabel={t('security.twoFactor.turnOff.confirm')}
      isDangerous
      onCancel={onClose}
    >
      <Text>{t('security.twoFactor.turnOff.text')}</Text>
      {hasPassword && (
        <SegmentedControl
          aria-label={t('security.twoFactor.turnOff.with')}
          value={proof}
          onChange={setProof}
          data={[
            { value: 'currentPassword', label: t('security.twoFactor.turnOff.password') },
            { value: 'code', label: t('security.twoFactor.turnOff.code') },
          ]}
        />
      )}
      {proof === 'code' ? (
        <CodeField {...form.field('code')} label={t('security.twoFactor.code')} />
      ) : (
        <OwnConfirmation {...form.field('currentPassword')} />
      )}
    </DialogForm>
  )
}

/** For another user. Your own second factor is turned off on the security page, which asks for a proof. */
export function TwoFactorState({ userId, isAbove }: { userId: number; isAbove: boolean }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(twoFactorQuery(userId))
  const { data: reader } = useQuery(currentUserQuery)
  const hasPermission = useHasPermission()
  const mayTurnOff = !isAbove && hasPermission('sessions.manage.any') && reader?.id !== userId
  if (!data && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!data) return <LoadingSkeleton h={140} radius="lg" />
  return (
    <SectionCard
      title={t('security.twoFactor.title')}
      text={t(data.isOn ? 'security.twoFactor.ofUser.on' : 'security.twoFactor.ofUser.off')}
      aside={<TwoFactorBadge isOn={data.isOn} />}
    >
      {data.isOn && <TwoFactorFacts twoFactor={data} />}
      {data.isOn && mayTurnOff && <TurnOffForUser userId={userId} />}
    </SectionCard>
  )
}

function TurnOffForUser({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="light" color="red" mt="lg" onClick={open}>
        {t('security.twoFactor.turnOff.action')}
      </Button>
      <ConfirmMutation
        mutation={useTurnOffTwoFactor(userId)}
        input={undefined}
        title={t('security.twoFactor.ofUser.title')}
        text={t('security.twoFactor.ofUser.text')}
        action={t('security.twoFactor.turnOff.confirm')}
        isOpen={isOpen}
        doneMessage={t('security.twoFactor.turnOff.done')}
        explain={{}}
        onClose={close}
      />
    </>
  )
}

const FEW = 3

/** When it was enabled, and how many recovery codes are left. */
function TwoFactorFacts({ twoFactor: { confirmedAt, recoveryCodesLeft } }: { twoFactor: TwoFactor }) {
  const { t } = useTranslation()
  return (
    <>
      <Text>
        {confirmedAt && (
          <>
            {t('security.twoFactor.since')} <DateText value={confirmedAt} withTime />
            {' · '}
          </>
        )}
        {t('security.twoFactor.codesLeft', { count: recoveryCodesLeft })}
      </Text>
      {recoveryCodesLeft <= FEW && (
        <Alert color="amber" mt="sm">
          {t('security.twoFactor.codesLow')}
        </Alert>
      )}
    </>
  )
}

function TwoFactorBadge({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  return (
    <Badge size="lg" color={isOn ? 'teal' : 'gray'} miw="max-content">
      {t(isOn ? 'security.twoFactor.on' : 'security.twoFactor.off')}
    </Badge>
  )
}
