import { ApiError, hasStatus, isRefused } from '@atrium/client/api-error'
import { randomId } from '@atrium/client/random-id'
import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { createAttachment } from '@atrium/tasks/tasks/attachments/attachment.contract'
import { getTask } from '@atrium/tasks/tasks/task.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { fileSize } from '@atrium/ui/files'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPaperclip, IconX } from '@atrium/ui/icons'
import { Button, Group, Paper, Portal, Progress, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../api.ts'
import { cardOf, findCard, patchCard } from '../../../data/boards/board-cache.ts'
import { fullBoardQuery } from '../../../data/boards/boards.ts'
import { updateBoard } from '../board/board.queries.ts'
import classes from './card-files.module.css'

interface Target {
  taskId: number
  box: { left: number; top: number; width: number; height: number }
}

/** Files that are dropped on a card are attached to it. */
export function useCardFiles(boardId: number, mayWrite: boolean) {
  const queryClient = useQueryClient()
  const [target, setTarget] = useState<Target | null>(null)
  const { uploads, add, retry, dismiss } = useUploads(boardId)

  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return
    // Also beside the cards: the browser would open the file instead of the page.
    event.preventDefault()
    const card = mayWrite && (event.target as Element).closest('[data-card]')
    event.dataTransfer.dropEffect = card ? 'copy' : 'none'
    if (!card) return setTarget(null)
    const taskId = Number(card.getAttribute('data-card'))
    const { left, top, width, height } = card.getBoundingClientRect()
    const isSame = target?.taskId === taskId && target.box.top === top && target.box.left === left
    if (!isSame) setTarget({ taskId, box: { left, top, width, height } })
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!currentTarget.contains(relatedTarget as Node | null)) setTarget(null)
  }
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setTarget(null)
    const board = queryClient.getQueryData(fullBoardQuery(boardId).queryKey)
    const card = target && board && findCard(board, target.taskId)
    if (card) void add(card, event.dataTransfer.files)
  }
  return {
    events: { onDragOver: over, onDragLeave: leave, onDrop: drop },
    element: (
      <>
        {target && <DropHint box={target.box} />}
        {uploads.length > 0 && <UploadList uploads={uploads} onRetry={retry} onDismiss={dismiss} />}
      </>
    ),
  }
}

function hasFiles({ dataTransfer }: DragEvent) {
  return dataTransfer.types.includes('Files')
}

function DropHint({ box }: { box: Target['box'] }) {
  const { t } = useTranslation()
  return (
    <Portal>
      <div className={classes.hint} style={box}>
        <IconPaperclip size={16} stroke={1.75} aria-hidden />
        {t('boards.files.drop')}
      </div>
    </Portal>
  )
}

type Failure = 'tooLarge' | 'tooMany' | 'empty' | 'offline' | 'other'

interface Upload {
  id: string
  card: Card
  file: File
  /** From 0 to 1. */
  progress: number
  failure?: Failure | undefined
}

/** Sent one at a time; what fails stays in the list with its reason. */
function useUploads(boardId: number) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>([])
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads(now => now.map(upload => (upload.id === id ? { ...upload, ...changes } : upload)))
  const dismiss = (id: string) => setUploads(now => now.filter(upload => upload.id !== id))

  const { mutateAsync: send } = useMutation({
    scope: { id: 'card-files' },
    meta: { showsOwnErrors: true },
    networkMode: 'always',
    mutationFn: async ({ id, card, file }: Upload) => {
      await api.upload(createAttachment, { params: { id: card.id }, body: { file } }, progress =>
        change(id, { progress }),
      )
      const { item } = await api(getTask, { params: { id: card.id } })
      updateBoard(queryClient, boardId, board => patchCard(board, card.id, cardOf(item)))
      void queryClient.invalidateQueries({ queryKey: ['task', card.id] })
    },
  })
  const sendAll = async ({ title }: Card, sent: Upload[]) => {
    let count = 0
    for (const upload of sent) {
      try {
        await send(upload)
        dismiss(upload.id)
        count += 1
      } catch (error) {
        change(upload.id, { failure: failureOf(error) })
      }
    }
    if (count > 0) notifyOfSuccess(t('boards.files.attached', { count, title }))
  }
  return {
    uploads,
    dismiss,
    add: (card: Card, files: Iterable<File>) => {
      const added = Array.from(files, file => ({ id: randomId(), card, file, progress: 0 }))
      setUploads(now => [...now, ...added])
      return sendAll(card, added)
    },
    retry: (upload: Upload) => {
      change(upload.id, { failure: undefined, progress: 0 })
      void sendAll(upload.card, [upload])
    },
  }
}

function failureOf(error: unknown): Failure {
  if (hasStatus(error, 413)) return 'tooLarge'
  if (hasStatus(error, 422)) return 'empty'
  if (isRefused(createAttachment, error, 'too_many_attachments')) return 'tooMany'
  // A server that refuses a body before it was sent completely closes the connection.
  return error instanceof ApiError && error.status === 0 ? 'offline' : 'other'
}

interface UploadListProps {
  uploads: Upload[]
  onRetry: (upload: Upload) => void
  onDismiss: (id: string) => void
}

function UploadList({ uploads, onRetry, onDismiss }: UploadListProps) {
  const { t, i18n } = useTranslation()
  return (
    <Portal>
      <Paper
        component="section"
        className={classes.uploads}
        withBorder
        shadow="lg"
        p="sm"
        radius="lg"
        aria-label={t('boards.files.title')}
      >
        <Stack component="ul" gap="sm" m={0} p={0}>
          {uploads.map(upload => {
            const { id, file, card, progress, failure } = upload
            return (
              <li key={id} className={classes.upload}>
                <Group justify="space-between" wrap="nowrap" gap="xs">
                  <div className={classes.names}>
                    <Text size="sm" truncate>
                      {file.name}
                    </Text>
                    <Text size="xs" c="dimmed" truncate>
                      {card.title}
                    </Text>
                  </div>
                  {failure && (
                    <Group gap={4} wrap="nowrap">
                      <Button size="compact-xs" variant="light" onClick={() => onRetry(upload)}>
                        {t('actions.retry')}
                      </Button>
                      <IconButton
                        icon={IconX}
                        iconSize={14}
                        label={t('boards.files.dismiss', { name: file.name })}
                        size="sm"
                        onClick={() => onDismiss(id)}
                      />
                    </Group>
                  )}
                </Group>
                {failure ? (
                  <Text size="xs" c="var(--mantine-color-error)" role="alert">
                    {t(`boards.files.failures.${failure}`, { size: fileSize(file.size, i18n.language) })}
                  </Text>
                ) : (
                  <Progress
                    value={progress * 100}
                    mt={6}
                    aria-label={t('boards.files.uploading', { name: file.name })}
                  />
                )}
              </li>
            )
          })}
        </Stack>
      </Paper>
    </Portal>
  )
}
