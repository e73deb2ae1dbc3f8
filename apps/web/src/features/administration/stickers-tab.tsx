import type { Sticker } from '@atrium/tasks/tasks/sticker.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { EmptyState } from '@atrium/ui/empty-state'
import { ErrorState } from '@atrium/ui/error-state'
import { IconSticker2 } from '@atrium/ui/icons'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { RecordList } from '@atrium/ui/record-list'
import { RecordRow } from '@atrium/ui/record-row'
import { RowsSkeleton } from '@atrium/ui/rows-skeleton'
import { ColorSwatch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commonStickersQuery, useDeleteSticker } from './sticker.queries.ts'
import { StickerDialog } from './sticker-dialog.tsx'

export function StickersTab() {
  const { t } = useTranslation()
  const { data: stickers, error, isFetching, refetch } = useQuery(commonStickersQuery)
  const deletion = useDeleteSticker()
  const [edited, setEdited] = useState<Sticker | 'new'>()
  const [doomed, setDoomed] = useState<Sticker>()
  if (!stickers && error) return <ErrorState error={error} onRetry={refetch} isRetrying={isFetching} />
  if (!stickers) return <RowsSkeleton />

  const confirmDeletion = ({ id }: Sticker) =>
    deletion.mutate(id, {
      onSuccess: () => notifyOfSuccess(t('administration.stickers.deleted')),
      onSettled: () => setDoomed(undefined),
    })
  return (
    <>
      <RecordList
        text={t('administration.stickers.text')}
        createLabel={t('administration.stickers.create')}
        onCreate={() => setEdited('new')}
      >
        {stickers.map(sticker => (
          <RecordRow
            key={sticker.id}
            mark={<ColorSwatch color={sticker.color} size={20} aria-hidden="true" />}
            name={[sticker.icon, sticker.name].filter(Boolean).join(' ')}
            editLabel={t('administration.stickers.edit', { name: sticker.name })}
            onEdit={() => setEdited(sticker)}
            deleteLabel={t('administration.stickers.delete', { name: sticker.name })}
            onDelete={() => setDoomed(sticker)}
          />
        ))}
      </RecordList>
      {stickers.length === 0 && (
        <EmptyState
          icon={<IconSticker2 stroke={1.5} />}
          title={t('administration.stickers.emptyTitle')}
          text={t('administration.stickers.emptyText')}
        />
      )}
      <StickerDialog sticker={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        title={t('administration.stickers.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('administration.stickers.deleteText')}
        action={t('actions.delete')}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        onConfirm={() => doomed && confirmDeletion(doomed)}
        onClose={() => setDoomed(undefined)}
      />
    </>
  )
}
