import { archiveSelf } from '@atrium/identity/sign-in/credentials/credentials.contract'
import { exportUser } from '@atrium/identity/users/user-export.contract'
import { Dialog } from '@atrium/ui/dialogs/dialog'
import { fileSize, saveFile } from '@atrium/ui/files'
import { DialogForm, useMutationForm } from '@atrium/ui/forms/form'
import { IconArchive, IconDatabaseExport } from '@atrium/ui/icons'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Group, List, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { OwnConfirmation } from '../../data/own-confirmation.tsx'

export function ExportData({ userId }: { userId: number }) {
  const { t, i18n } = useTranslation()
  const { mutate, data, isPending } = useExportData(userId)
  return (
    <SectionCard title={t('data.export.title')} text={t('data.export.text')}>
      <Group gap="md">
        <Button
          leftSection={<IconDatabaseExport size={18} stroke={1.75} />}
          loading={isPending}
          onClick={() => mutate()}
        >
          {t('data.export.action')}
        </Button>
        <Stack role="status" gap={4} flex="1 1 14rem">
          {isPending && (
            <>
              <Text size="sm">{t('data.export.collecting')}</Text>
              <Progress value={100} animated aria-hidden="true" />
            </>
          )}
          {data && !isPending && (
            <Text size="sm">
              {t('data.export.done', { name: data.name, size: fileSize(data.size, i18n.language) })}
            </Text>
          )}
          {data && !isPending && data.leftOut.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('data.export.leftOut', { parts: data.leftOut.join(', ') })}
            </Text>
          )}
        </Stack>
      </Group>
    </SectionCard>
  )
}

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
    explain: { last_owner: t('data.archive.lastOwner') },
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
      <OwnConfirmation {...form.field('currentPassword')} label={t('data.archive.password')} data-autofocus />
    </DialogForm>
  )
}

/** Returns what was saved, and under which name. */
function useExportData(userId: number) {
  return useMutation({
    mutationFn: async () => {
      const { item } = await api(exportUser, { params: { id: userId } })
      const name = `atrium-user-${userId}.json`
      const content = JSON.stringify(item, null, 2)
      saveFile(name, content, 'application/json')
      return { name, size: new Blob([content]).size, leftOut: item.leftOut }
    },
  })
}

/** Ends every session, including this one; the sign-in page opens. */
function useArchiveAccount() {
  return useMutation({
    mutationFn: (currentPassword: string) => api(archiveSelf, { body: { currentPassword } }),
    ...conflictsAreExplained,
    onSuccess: () => window.location.assign('/account'),
  })
}
