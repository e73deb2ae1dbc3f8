import type { StoredFile } from '@atrium/identity/storage/file.contract'
import { DateText } from '@atrium/ui/date-text'
import { fileSize } from '@atrium/ui/file-size'
import { IconDownload, IconFile, IconPhoto } from '@atrium/ui/icons'
import { RecordRow } from '@atrium/ui/record-row'
import { ActionIcon, ThemeIcon } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDownloadFile } from './file.queries.ts'

interface FileRowProps {
  file: StoredFile
  onDelete: (() => void) | undefined
}

export function FileRow({ file, onDelete }: FileRowProps) {
  const { t, i18n } = useTranslation()
  const download = useDownloadFile()
  const { name, size, purpose, type, createdAt } = file
  const Icon = type.startsWith('image/') ? IconPhoto : IconFile
  return (
    <RecordRow
      mark={
        <ThemeIcon variant="light" color="gray" size={36} radius="md" aria-hidden="true">
          <Icon size={20} stroke={1.75} />
        </ThemeIcon>
      }
      name={name}
      text={
        <>
          {t(`data.files.purposes.${purpose}`)} · {fileSize(size, i18n.language)} ·{' '}
          <DateText value={createdAt} />
        </>
      }
      actions={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('data.files.download', { name })}
          loading={download.isPending}
          onClick={() => download.mutate(file.id)}
        >
          <IconDownload size={18} stroke={1.75} />
        </ActionIcon>
      }
      deleteLabel={t('data.files.delete', { name })}
      onDelete={onDelete}
    />
  )
}
