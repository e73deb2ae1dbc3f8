import { fileSize } from '@atrium/ui/file-size'
import { IconAlertCircle, IconUpload, IconX } from '@atrium/ui/icons'
import { ActionIcon, Group, Progress, Stack, Text, ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Upload } from './use-uploads.ts'

export function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { t, i18n } = useTranslation()
  const { file, share, failure } = upload
  const { name, size } = file
  const Icon = failure ? IconAlertCircle : IconUpload
  return (
    <Group gap="sm" wrap="nowrap">
      <ThemeIcon variant="light" color={failure ? 'red' : 'gray'} size={36} radius="md" aria-hidden="true">
        <Icon size={20} stroke={1.75} />
      </ThemeIcon>
      <Stack gap={4} flex={1} miw={0}>
        <Text fw={500} truncate>
          {name}
        </Text>
        {failure ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t(`data.failures.${failure}`, { size: fileSize(size, i18n.language) })}
          </Text>
        ) : (
          <Progress value={share * 100} aria-label={t('data.files.uploading', { name })} />
        )}
      </Stack>
      {failure && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('data.files.dismiss', { name })}
          onClick={onDismiss}
        >
          <IconX size={18} />
        </ActionIcon>
      )}
    </Group>
  )
}
