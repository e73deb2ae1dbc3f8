import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fullName } from '@atrium/ui/format'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconUserOff } from '@atrium/ui/icons'
import { DateText } from '@atrium/ui/time-text'
import { Alert, List, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { erasureQuery, useEraseUser, useUserRights } from './user-state.queries.ts'

interface EraseUserProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

/** Asks for the address, so that nobody is erased by mistake. */
export function EraseUser({ user, isOpen, onClose }: EraseUserProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      title={t('users.actions.erase.title', { name: fullName(user) })}
      isOpen={isOpen}
      onClose={onClose}
    >
      <EraseForm user={user} onClose={onClose} />
    </Dialog>
  )
}

function EraseForm({ user, onClose }: Omit<EraseUserProps, 'isOpen'>) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useEraseUser(user.id),
    initialValues: { confirmation: '' },
    toInput: ({ confirmation }) => ({ confirmation: confirmation.trim() }),
    onSuccess: () => {
      notifyOfSuccess(t('users.actions.erase.done'))
      onClose()
    },
    explain: {
      last_owner: t('users.refused.lastOwner'),
      user_erased: t('users.notices.erased'),
    },
  })
  const isConfirmed = form.values.confirmation.trim().toLowerCase() === user.email.toLowerCase()
  return (
    <DialogForm
      form={form}
      submitLabel={t('users.actions.erase.confirm')}
      isDangerous
      isIncomplete={!isConfirmed}
      onCancel={onClose}
    >
      <Text>{t('users.actions.erase.text')}</Text>
      <List spacing={4}>
        <List.Item>{t('users.actions.erase.deleted')}</List.Item>
        <List.Item>{t('users.actions.erase.kept')}</List.Item>
        <List.Item>{t('users.actions.erase.backups')}</List.Item>
      </List>
      <TextInput
        {...form.field('confirmation')}
        label={t('users.actions.erase.confirmation', { email: user.email })}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
    </DialogForm>
  )
}

/** When the data was erased, and what the task service still has to do. */
export function ErasureNotice({ user, erasedAt }: { user: User; erasedAt: string }) {
  const { t } = useTranslation()
  const { mayManage } = useUserRights(user)
  const { data: erasure } = useQuery({ ...erasureQuery(user.id), enabled: mayManage })
  const held = erasure?.heldProjectIds.length ?? 0
  return (
    <Alert color="gray" icon={<IconUserOff />} title={t('users.notices.erased')}>
      <DateText value={erasedAt} withTime />
      {erasure && !erasure.reportedAt && <Text size="sm">{t('users.notices.erasureWaiting')}</Text>}
      {held > 0 && <Text size="sm">{t('users.notices.erasureHeld', { count: held })}</Text>}
    </Alert>
  )
}
