import type { Offboarding } from '@atrium/identity/users/offboarding/offboarding.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { ErrorState, RowsSkeleton } from '@atrium/ui/feedback/states'
import { fullName } from '@atrium/ui/format'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { DateText } from '@atrium/ui/time-text'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userQuery } from '../../data/current-user.ts'
import { UserSelect } from '../../data/user-select.tsx'
import { Ending, LeftWork } from './left-work.tsx'
import { offboardingQuery, useOffboarding } from './offboarding.queries.ts'

interface OffboardUserProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

/** Lists what someone leaves, asks who takes over, and then shows what has become of it. */
export function OffboardUser({ user, isOpen, onClose }: OffboardUserProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('users.offboarding.title', { name: fullName(user) })}
      isOpen={isOpen}
      onClose={onClose}
      isWide
    >
      <Steps user={user} onClose={onClose} />
    </Dialog>
  )
}

function Steps({ user, onClose }: Omit<OffboardUserProps, 'isOpen'>) {
  const { data: before, error, isFetching, refetch } = useQuery(offboardingQuery(user.id))
  const [done, setDone] = useState<Offboarding>()
  if (done) return <Done user={user} done={done} onClose={onClose} />
  if (!before && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!before) return <RowsSkeleton rows={4} />
  return <OffboardForm user={user} before={before} onDone={setDone} onClose={onClose} />
}

interface OffboardFormProps {
  user: User
  before: Offboarding
  onDone: (done: Offboarding) => void
  onClose: () => void
}

function OffboardForm({ user, before, onDone, onClose }: OffboardFormProps) {
  const { t } = useTranslation()
  const isArchived = user.archivedAt !== null
  const form = useMutationForm({
    mutation: useOffboarding(user.id),
    initialValues: { successorId: before.successorId },
    toInput: ({ successorId }) => ({ successorId }),
    onSuccess: onDone,
    explain: { last_owner: t('users.refused.lastOwner'), user_erased: t('users.notices.erased') },
  })
  const { successorId } = form.values
  return (
    <DialogForm
      form={form}
      submitLabel={t(isArchived ? 'users.offboarding.handOver' : 'users.offboarding.submit')}
      isDangerous
      isIncomplete={isArchived && successorId === null}
      onCancel={onClose}
    >
      {!isArchived && (
        <>
          <Text>{t('users.offboarding.text')}</Text>
          <Ending title={t('users.offboarding.ends')} offboarding={before} />
        </>
      )}
      <LeftWork title={t('users.offboarding.leaves')} leftWork={before.leftWork} />
      <UserSelect
        label={t('users.offboarding.successor')}
        placeholder={t('users.offboarding.successorText')}
        description={t('users.offboarding.successorHint')}
        userId={successorId ?? undefined}
        onChange={userId => form.change({ successorId: userId ?? null })}
        exceptId={user.id}
        isActiveOnly
      />
    </DialogForm>
  )
}

/** What ended is only known from the answer; what is handed over follows as soon as the task service answers. */
function Done({ user, done, onClose }: { user: User; done: Offboarding; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: now = done } = useQuery(offboardingQuery(user.id))
  const offboarding = { ...now, ending: done.ending }
  return (
    <Stack>
      <HandOverState user={user} offboarding={offboarding} />
      <Ending title={t('users.offboarding.ended')} offboarding={offboarding} />
      <LeftWork
        title={t(now.handedOverAt ? 'users.offboarding.handedOver' : 'users.offboarding.leaves')}
        leftWork={now.leftWork}
      />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {t('users.offboarding.close')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Who takes over, and whether the task service has handed everything over. */
export function HandOverState({ user, offboarding }: { user: User; offboarding: Offboarding }) {
  const { t } = useTranslation()
  const { successorId, handedOverAt } = offboarding
  const { data: successor } = useQuery({ ...userQuery(successorId ?? 0), enabled: successorId !== null })
  if (successorId === null)
    return <Alert color="gray">{t('users.offboarding.alone', { name: fullName(user) })}</Alert>
  const name = successor ? fullName(successor) : ''
  return (
    <Alert color={handedOverAt ? 'teal' : 'amber'} role="status">
      {t(handedOverAt ? 'users.offboarding.doneFor' : 'users.offboarding.waitingFor', { name })}{' '}
      {handedOverAt && <DateText value={handedOverAt} withTime />}
    </Alert>
  )
}
