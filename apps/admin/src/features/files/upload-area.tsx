import { DropZone } from '@atrium/ui/drop-zone'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { UploadRow } from './upload-row.tsx'
import { useUploads } from './use-uploads.ts'

export function UploadArea({ userId }: { userId: number }) {
  const { t } = useTranslation()
  const { uploads, add, dismiss } = useUploads(userId)
  return (
    <Stack mb="sm">
      <DropZone onDrop={add}>
        <Group justify="center" gap="xs">
          <Text size="sm" c="dimmed">
            {t('data.files.drop')}
          </Text>
          <FileButton onChange={add} multiple>
            {props => (
              <Button {...props} variant="light" size="compact-sm">
                {t('data.files.choose')}
              </Button>
            )}
          </FileButton>
        </Group>
      </DropZone>
      {uploads.map(upload => (
        <UploadRow key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
      ))}
    </Stack>
  )
}
