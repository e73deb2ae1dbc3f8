import { fileSize } from '@atrium/ui/files'
import { IconAlertCircle, IconUpload, IconX } from '@atrium/ui/icons'
import { ActionIcon, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './attachments.module.css'
import type { Upload } from './uploads.tsx'

export function UploadEntry({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  const { t, i18n } = useTranslation()
  const { file, share, failure } = upload
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
          <Progress value={share * 100} mt={6} aria-label={t('tasks.attachments.uploading', { name })} />
        )}
      </div>
      {failure && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('tasks.attachments.dismiss', { name })}
          onClick={onDismiss}
        >
          <IconX size={16} />
        </ActionIcon>
      )}
    </li>
  )
}
