import type { Attachment } from '@atrium/tasks/tasks/attachments/attachment.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { fileSize } from '@atrium/ui/files'
import { IconDownload, IconPaperclip, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Anchor, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './attachments.module.css'

interface AttachmentEntryProps {
  attachment: Attachment
  onDelete: (() => void) | undefined
}

const shown = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

export function AttachmentEntry({ attachment, onDelete }: AttachmentEntryProps) {
  const { t, i18n } = useTranslation()
  const [isDeleting, setIsDeleting] = useState(false)
  const { id, name, size, type } = attachment
  const address = `/attachment/${id}/content`
  const isImage = shown.includes(type)
  return (
    <li className={classes.entry}>
      <div className={classes.picture}>
        {isImage ? <img src={address} alt="" loading="lazy" /> : <IconPaperclip size={20} stroke={1.5} />}
      </div>
      <div>
        <Anchor
          href={address}
          target={isImage ? '_blank' : undefined}
          rel="noopener"
          size="sm"
          display="block"
          truncate
        >
          {name}
        </Anchor>
        <Text size="xs" c="dimmed">
          {fileSize(size, i18n.language)}
        </Text>
      </div>
      <Group gap={2} wrap="nowrap">
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
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('tasks.attachments.delete', { name })}
            onClick={() => setIsDeleting(true)}
          >
            <IconTrash size={16} />
          </ActionIcon>
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
