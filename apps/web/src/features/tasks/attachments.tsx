import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import { ErrorState } from '@atrium/ui/feedback/states'
import { IconPaperclip } from '@atrium/ui/icons'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { attachmentsQuery, useDeleteAttachment } from './attachment.queries.ts'
import { AttachmentEntry } from './attachment-entry.tsx'
import classes from './attachments.module.css'
import { SectionTitle } from './section-title.tsx'
import { UploadEntry } from './upload-entry.tsx'
import { useUploads } from './uploads.tsx'

interface AttachmentsProps {
  taskId: number
  user: CurrentUser
  mayEdit: boolean
  mayManage: boolean
}

export function Attachments({ taskId, user, mayEdit, mayManage }: AttachmentsProps) {
  const { t } = useTranslation()
  const { data: attachments = [], error, refetch } = useQuery(attachmentsQuery(taskId))
  const { uploads, add, dismiss } = useUploads()
  const remove = useDeleteAttachment(taskId)
  const isEmpty = attachments.length + uploads.length === 0
  if (isEmpty && !mayEdit && !error) return null

  return (
    <Stack component="section" gap="xs" aria-label={t('tasks.attachments.title')}>
      <Group justify="space-between" mih={30}>
        <SectionTitle>{t('tasks.attachments.title')}</SectionTitle>
        {mayEdit && (
          <FileButton onChange={add} multiple>
            {props => (
              <Button {...props} variant="subtle" size="compact-sm" leftSection={<IconPaperclip size={14} />}>
                {t('tasks.attachments.choose')}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {error && attachments.length === 0 && <ErrorState error={error} onRetry={refetch} />}
      {isEmpty && !error && (
        <Text size="sm" c="dimmed">
          {t('tasks.attachments.empty')}
        </Text>
      )}
      <ul className={classes.list}>
        {attachments.map(attachment => (
          <AttachmentEntry
            key={attachment.id}
            attachment={attachment}
            onDelete={
              mayEdit && (mayManage || attachment.uploaderId === user.id)
                ? () => remove.mutate(attachment.id)
                : undefined
            }
          />
        ))}
        {uploads.map(upload => (
          <UploadEntry key={upload.id} upload={upload} onDismiss={() => dismiss(upload.id)} />
        ))}
      </ul>
    </Stack>
  )
}
