import type { Passkey } from '@atrium/identity/sign-in/passkeys/passkey.contract'
import type { User } from '@atrium/identity/users/user.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconFingerprint, IconPlus } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { DateText } from '@atrium/ui/time-text'
import { Alert, Badge, Button, Group, Text, TextInput, type TextInputProps, ThemeIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useDeviceName } from '../../data/device.ts'
import { OwnConfirmation, useHasPassword } from '../../data/own-confirmation.tsx'
import {
  PasskeyProblem,
  passkeysQuery,
  useAddPasskey,
  useRemovePasskey,
  useRenamePasskey,
} from './passkey.queries.ts'

export function PasskeysCard({ user }: { user: User }) {
  const { t } = useTranslation()
  return (
    <CrudList
      query={useQuery(passkeysQuery(user.id))}
      skeletonRows={1}
      title={t('security.passkeys.title')}
      text={t('security.passkeys.text')}
      row={({ name, isBackedUp, createdAt, lastUsedAt }) => ({
        mark: (
          <ThemeIcon size={40} variant="light" visibleFrom="xs">
            <IconFingerprint size={22} stroke={1.6} />
          </ThemeIcon>
        ),
        name,
        facts: isBackedUp && <Badge color="gray">{t('security.passkeys.backedUp')}</Badge>,
        text: (
          <>
            {t('security.passkeys.created')} <DateText value={createdAt} />
            {' · '}
            {lastUsedAt ? t('security.passkeys.lastUsed') : t('security.passkeys.neverUsed')}{' '}
            {lastUsedAt && <DateText value={lastUsedAt} withTime />}
          </>
        ),
        editLabel: t('security.passkeys.rename.action', { name }),
        deleteLabel: t('security.passkeys.remove.action', { name }),
      })}
      form={(passkey, close) => passkey && <RenameForm userId={user.id} passkey={passkey} onClose={close} />}
      editTitle={t('security.passkeys.rename.title')}
      deletion={{
        mutation: useRemovePasskey(user.id),
        question: ({ name }) => ({
          title: t('security.passkeys.remove.title'),
          text: t('security.passkeys.remove.text', { name }),
          action: t('security.passkeys.remove.confirm'),
        }),
        doneMessage: () => t('security.passkeys.remove.done'),
        explain: () => ({ last_second_factor: t('security.passkeys.remove.needed') }),
      }}
      empty={<Text>{t('security.passkeys.none')}</Text>}
    >
      {user.emailVerifiedAt ? (
        <AddPasskey userId={user.id} />
      ) : (
        <Text c="dimmed">{t('security.passkeys.unconfirmed')}</Text>
      )}
    </CrudList>
  )
}

interface RenameFormProps {
  userId: number
  passkey: Passkey
  /** The passkey has just been added, with a name that was suggested. */
  isNew?: boolean
  onClose: () => void
}

function RenameForm({ userId, passkey, isNew = false, onClose }: RenameFormProps) {
  const { t } = useTranslation()
  const form = useMutationForm({
    mutation: useRenamePasskey(userId),
    initialValues: { name: passkey.name },
    toInput: ({ name }) => ({ id: passkey.id, name }),
    onSuccess: () => {
      onClose()
      notifyOfSuccess(t(isNew ? 'security.passkeys.add.done' : 'security.passkeys.rename.done'))
    },
  })
  return (
    <DialogForm form={form} onCancel={onClose}>
      {isNew && <Text>{t('security.passkeys.add.created')}</Text>}
      <PasskeyNameField {...form.field('name')} />
    </DialogForm>
  )
}

function AddPasskey({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  if (!browserSupportsWebAuthn()) return <Text c="dimmed">{t('security.passkeys.unsupported')}</Text>
  return (
    <Group>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={open}>
        {t('security.passkeys.add.action')}
      </Button>
      <AddPasskeyDialog userId={userId} isOpen={isOpen} onClose={close} />
    </Group>
  )
}

interface AddPasskeyDialogProps {
  userId: number
  isOpen: boolean
  onClose: () => void
}

function AddPasskeyDialog({ userId, isOpen, onClose }: AddPasskeyDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('security.passkeys.add.title')} isOpen={isOpen} onClose={onClose}>
      <Steps userId={userId} onClose={onClose} />
    </Dialog>
  )
}

/** The password, then the browser's own questions. The passkey has the name of the device until the user chooses another one. */
function Steps({ userId, onClose }: Omit<AddPasskeyDialogProps, 'isOpen'>) {
  const { t } = useTranslation()
  const name = useDeviceName(navigator.userAgent)
  const addition = useAddPasskey(userId)
  const form = useMutationForm({
    mutation: addition,
    initialValues: { currentPassword: '' },
    toInput: ({ currentPassword }) => ({ currentPassword, name }),
  })
  const start = useHasPassword() ? 'text' : 'textWithoutPassword'
  const step = form.isPending ? 'waiting' : start
  if (addition.data) return <RenameForm userId={userId} passkey={addition.data} isNew onClose={onClose} />
  return (
    <DialogForm form={form} submitLabel={t('security.passkeys.add.next')} onCancel={onClose}>
      <Text>{t(`security.passkeys.add.${step}`)}</Text>
      {addition.error instanceof PasskeyProblem && (
        <Alert color="gray" role="status">
          {t(`security.passkeys.problems.${addition.error.kind}`)}
        </Alert>
      )}
      <OwnConfirmation {...form.field('currentPassword')} data-autofocus />
    </DialogForm>
  )
}

function PasskeyNameField(props: TextInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      {...props}
      label={t('security.passkeys.add.name')}
      required
      maxLength={60}
      autoComplete="off"
      autoFocus
      data-autofocus
    />
  )
}
