import { randomId } from '@atrium/client/random-id'
import { uploadFile } from '@atrium/identity/storage/file.contract'
import { EmptyState } from '@atrium/ui/feedback/states'
import { fileSize } from '@atrium/ui/files'
import { DropZone } from '@atrium/ui/forms/drop-zone'
import { IconButton } from '@atrium/ui/icon-button'
import { IconAlertCircle, IconDownload, IconFile, IconPhoto, IconUpload, IconX } from '@atrium/ui/icons'
import { CrudList } from '@atrium/ui/lists/crud-list'
import { useLastPage } from '@atrium/ui/lists/page-switch'
import { DateText } from '@atrium/ui/time-text'
import { Button, FileButton, Group, Progress, Stack, Text, ThemeIcon } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api.ts'
import { uploadFailure } from '../../data/upload-failure.ts'
import { filesQuery, useDeleteFile, useDownloadFile } from './file.queries.ts'

/** What is stored for a user: documents and profile photos. */
export function Files({ userId, mayChange }: { userId: number; mayChange: boolean }) {
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
          icon={IconFile}
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
    <IconButton
      icon={IconDownload}
      iconSize={18}
      label={label}
      loading={isPending}
      onClick={() => mutate(fileId)}
    />
  )
}

function UploadArea({ userId }: { userId: number }) {
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

function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
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
        <IconButton
          icon={IconX}
          iconSize={18}
          label={t('data.files.dismiss', { name })}
          onClick={onDismiss}
        />
      )}
    </Group>
  )
}

interface Upload {
  id: string
  file: File
  /** From 0 to 1. */
  share: number
  failure?: ReturnType<typeof uploadFailure>
}

/** The files that are being uploaded, dropped or chosen. */
function useUploads(userId: number) {
  const queryClient = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>([])
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads(now => now.map(each => (each.id === id ? { ...each, ...changes } : each)))
  const dismiss = (id: string) => setUploads(now => now.filter(each => each.id !== id))

  const send = async ({ id, file }: Upload) => {
    try {
      await api.upload(uploadFile, { body: { userId, file } }, share => change(id, { share }))
      await queryClient.invalidateQueries({ queryKey: ['users', userId, 'files'] })
      dismiss(id)
    } catch (error) {
      change(id, { failure: uploadFailure(error, file) })
    }
  }
  const add = async (files: File[]) => {
    const added = files.map(file => ({ id: randomId(), file, share: 0 }))
    setUploads(now => [...now, ...added])
    // One after the other, so that each has the full bandwidth.
    for (const each of added) await send(each)
  }
  return { uploads, add, dismiss }
}
