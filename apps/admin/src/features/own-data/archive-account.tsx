import { Dialog } from '@atrium/ui/dialogs/dialog'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconArchive } from '@atrium/ui/icons'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, List, PasswordInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { useArchiveAccount } from './own-data.queries.ts'

const consequences = ['signedOut', 'noSignIn', 'workStays', 'comeBack'] as const

export function ArchiveAccount() {
  const { t } = useTranslation()
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <SectionCard title={t('data.archive.title')} text={t('data.archive.text')}>
      <Button
        variant="light"
        color="red"
        leftSection={<IconArchive size={18} stroke={1.75} />}
        onClick={open}
      >
        {t('data.archive.action')}
      </Button>
      <Dialog title={t('data.archive.title')} isOpen={isOpen} onClose={close}>
        <ArchiveForm onClose={close} />
      </Dialog>
    </SectionCard>
  )
}

/** Asks for the password: an unlocked browser must not be enough to end an account. */
function ArchiveForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const archive = useArchiveAccount()
  const form = useMutationForm({
    mutation: archive,
    initialValues: { currentPassword: '' },
    toInput: ({ currentPassword }) => currentPassword,
    explain: { conflict: t('data.archive.lastOwner') },
  })
  return (
    <DialogForm
      // Another page is about to load.
      form={{ ...form, isPending: form.isPending || archive.isSuccess }}
      submitLabel={t('data.archive.confirm')}
      isDangerous
      onCancel={onClose}
    >
      <List spacing={4}>
        {consequences.map(name => (
          <List.Item key={name}>{t(`data.archive.consequences.${name}`)}</List.Item>
        ))}
      </List>
      <PasswordInput
        {...form.field('currentPassword')}
        label={t('data.archive.password')}
        required
        autoComplete="current-password"
        data-autofocus
      />
    </DialogForm>
  )
}
