import { EmptyState } from '@atrium/ui/feedback/states'
import { fileSize } from '@atrium/ui/files'
import { IconDownload, IconFile, IconPhoto } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { useLastPage } from '@atrium/ui/lists/page-switch'
import { DateText } from '@atrium/ui/time-text'
import { ActionIcon, ThemeIcon } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { filesQuery, useDeleteFile, useDownloadFile } from './file.queries.ts'
import { UploadArea } from './uploads.tsx'

interface FilesProps {
  userId: number
  mayChange: boolean
}

/** What is stored for a user: documents and profile photos. */
export function Files({ userId, mayChange }: FilesProps) {
  const { t, i18n } = useTranslation()
  const [page, setPage] = useState(1)
  const query = useQuery(filesQuery(userId, page))
  useLastPage(query.data, setPage)
  return (
    <CrudList
      query={{ ...query, data: query.data?.items }}
      title={t('data.files.title')}
      text={t('data.files.text')}
      above={mayChange && <UploadArea userId={userId} />}
      row={({ id, name, size, purpose, type, createdAt }) => ({
        mark: <FileIcon type={type} />,
        name,
        text: (
          <>
            {t(`data.files.purposes.${purpose}`)} · {fileSize(size, i18n.language)} ·{' '}
            <DateText value={createdAt} />
          </>
        ),
        actions: <DownloadButton fileId={id} label={t('data.files.download', { name })} />,
        deleteLabel: t('data.files.delete', { name }),
        mayDelete: mayChange,
      })}
      deletion={{
        mutation: useDeleteFile(userId),
        question: ({ name }) => ({
          title: t('data.files.deleteTitle'),
          text: t('data.files.deleteText', { name }),
          action: t('data.files.deleteAction'),
        }),
        doneMessage: () => t('data.files.deleted'),
      }}
      empty={
        <EmptyState
          order={3}
          icon={<IconFile stroke={1.5} />}
          title={t('data.files.empty.title')}
          text={t('data.files.empty.text')}
        />
      }
      paging={{ page, pages: query.data?._meta.pages ?? 0, onChange: setPage }}
    />
  )
}

function FileIcon({ type }: { type: string }) {
  const Icon = type.startsWith('image/') ? IconPhoto : IconFile
  return (
    <ThemeIcon variant="light" color="gray" size={36} radius="md" aria-hidden="true">
      <Icon size={20} stroke={1.75} />
    </ThemeIcon>
  )
}

function DownloadButton({ fileId, label }: { fileId: number; label: string }) {
  const { mutate, isPending } = useDownloadFile()
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      loading={isPending}
      onClick={() => mutate(fileId)}
    >
      <IconDownload size={18} stroke={1.75} />
    </ActionIcon>
  )
}
