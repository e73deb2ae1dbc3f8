import type { CurrentUser } from '@atrium/tasks/administration/user.contract'
import type { Attachment } from '@atrium/tasks/tasks/attachments/attachment.contract'
import { canBeCover } from '@atrium/tasks/tasks/covers/cover.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { ErrorState } from '@atrium/ui/feedback/states'
import { fileSize } from '@atrium/ui/files'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconAlertCircle,
  IconDownload,
  IconPaperclip,
  IconPhoto,
  IconPhotoOff,
  IconTrash,
  IconUpload,
  IconX,
} from '@atrium/ui/icons'
import { ActionIcon, Anchor, Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachmentAddress } from '../../../safe-addresses.ts'
import { SectionTitle } from '../layout/task-layout.tsx'
import { useSaveTask } from '../saving/save-task.tsx'
import { attachmentsQuery, useDeleteAttachment } from './attachment.queries.ts'
import classes from './attachments.module.css'
import { isImage, type Upload, useUploads } from './uploads.tsx'

const Lightbox = lazy(() =>
  import('../lightbox/lightbox.tsx').then(({ Lightbox }) => ({ default: Lightbox })),
)

interface AttachmentsProps {
  task: Task
  user: CurrentUser
  mayEdit: boolean
  mayManage: boolean
}

export function Attachments({ task, user, mayEdit, mayManage }: AttachmentsProps) {
  const { id: taskId, coverId } = task
  const { t } = useTranslation()
  const { data: attachments = [], error, refetch } = useQuery(attachmentsQuery(taskId))
  const { uploads, add, dismiss } = useUploads()
  const remove = useDeleteAttachment(taskId)
  const save = useSaveTask()
  const [opened, setOpened] = useState<string>()
  const images = attachments
    .filter(({ type }) => isImage(type))
    .map(({ id, name }) => ({ address: attachmentAddress(id), name }))

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
      <ul className={classes.list}>
        {attachments.map(attachment => (
          <AttachmentEntry
            key={attachment.id}
            attachment={attachment}
            onOpen={setOpened}
            isCover={attachment.id === coverId}
            onCover={mayEdit && canBeCover(attachment) ? id => save({ coverId: id }) : undefined}
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
      {opened && (
        <Suspense>
          <Lightbox images={images} opened={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </Stack>
  )
}

interface AttachmentEntryProps {
  attachment: Attachment
  onOpen: (address: string) => void
  isCover: boolean
  /** Makes an attachment the cover of the task; null removes the cover. */
  onCover: ((id: number | null) => void) | undefined
  onDelete: (() => void) | undefined
}

function AttachmentEntry({ attachment, onOpen, isCover, onCover, onDelete }: AttachmentEntryProps) {
  const { t, i18n } = useTranslation()
  const [isDeleting, setIsDeleting] = useState(false)
  const { id, name, size, type } = attachment
  const address = attachmentAddress(id)
  const hasPreview = isImage(type)
  return (
    <li className={classes.entry}>
      <div className={classes.picture}>
        {hasPreview ? <img src={address} alt="" loading="lazy" /> : <IconPaperclip size={20} stroke={1.5} />}
      </div>
      <div>
        <Anchor
          href={address}
          rel="noopener"
          size="sm"
          display="block"
          truncate
          onClick={event => {
            // A new tab is still possible, as with any link.
            if (!hasPreview || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onOpen(address)
          }}
        >
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {fileSize(size, i18n.language)}
        </Text>
      </div>
      <Group gap={2} wrap="nowrap">
        {onCover && (
          <IconButton
            icon={isCover ? IconPhotoOff : IconPhoto}
            label={t(isCover ? 'tasks.attachments.removeCover' : 'tasks.attachments.useAsCover', { name })}
            tooltip={t(isCover ? 'tasks.attachments.coverRemove' : 'tasks.attachments.coverUse')}
            onClick={() => onCover(isCover ? null : id)}
          />
        )}
        <ActionIcon
          component="a"
          href={address}
          download={name}
          variant="subtle"
          color="gray"
          aria-label={t('tasks.attachments.download', { name })}
        >
          <IconDownload size={16} />
        </ActionIcon>
        {onDelete && (
          <IconButton
            icon={IconTrash}
            label={t('tasks.attachments.delete', { name })}
            onClick={() => setIsDeleting(true)}
          />
        )}
      </Group>
      <ConfirmDialog
        title={t('tasks.attachments.deleteTitle')}
        text={t('tasks.attachments.deleteText', { name })}
        action={t('actions.delete')}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => {
          setIsDeleting(false)
          onDelete?.()
        }}
      />
    </li>
  )
}

function UploadEntry({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { t, i18n } = useTranslation()
  const { file, progress, failure } = upload
  const { name } = file
  return (
    <li className={classes.entry}>
      <div className={classes.picture}>
        {failure ? <IconAlertCircle size={20} stroke={1.5} /> : <IconUpload size={20} stroke={1.5} />}
      </div>
      <div>
        <Text size="sm" truncate>
          {name}
        </Text>
        {failure ? (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {t(`tasks.attachments.failures.${failure}`, { size: fileSize(file.size, i18n.language) })}
          </Text>
        ) : (
          <Progress value={progress * 100} mt={6} aria-label={t('tasks.attachments.uploading', { name })} />
        )}
      </div>
      {failure && (
        <IconButton icon={IconX} label={t('tasks.attachments.dismiss', { name })} onClick={onDismiss} />
      )}
    </li>
  )
}
