import type { Sticker } from '@atrium/tasks/tasks/sticker.contract'
import { ConfirmDialog } from '@atrium/ui/confirm-dialog'
import { IconPencil, IconPlus, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Button, ColorSwatch, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeleteSticker } from './sticker.queries.ts'
import { StickerDialog } from './sticker-dialog.tsx'

interface StickerListProps {
  projectId: number
  stickers: Sticker[]
}

/** Those for all projects are shown, but are not this project's to change. */
export function StickerList({ projectId, stickers }: StickerListProps) {
  const { t } = useTranslation()
  const deletion = useDeleteSticker(projectId)
  const [edited, setEdited] = useState<Sticker | 'new'>()
  const [doomed, setDoomed] = useState<Sticker>()
  const closeQuestion = () => setDoomed(undefined)
  return (
    <Stack gap="sm">
      {stickers.length === 0 && <Text c="dimmed">{t('projects.stickers.none')}</Text>}
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {stickers.map(sticker => (
          <StickerRow
            key={sticker.id}
            sticker={sticker}
            onEdit={() => setEdited(sticker)}
            onDelete={() => setDoomed(sticker)}
          />
        ))}
      </Stack>
      <Group>
        <Button variant="light" leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('projects.stickers.create')}
        </Button>
      </Group>
      <StickerDialog projectId={projectId} sticker={edited} onClose={() => setEdited(undefined)} />
      <ConfirmDialog
        title={t('projects.stickers.delete.title', { name: doomed?.name ?? '' })}
        text={t('projects.stickers.delete.text')}
        action={t('actions.delete')}
        isOpen={doomed !== undefined}
        isPending={deletion.isPending}
        onConfirm={() => doomed && deletion.mutate(doomed.id, { onSettled: closeQuestion })}
        onClose={closeQuestion}
      />
    </Stack>
  )
}

interface StickerRowProps {
  sticker: Sticker
  onEdit: () => void
  onDelete: () => void
}

function StickerRow({ sticker: { name, color, projectId }, onEdit, onDelete }: StickerRowProps) {
  const { t } = useTranslation()
  return (
    <Group component="li" gap="sm" wrap="nowrap" mih={34}>
      <ColorSwatch color={color} size={20} aria-hidden="true" />
      <Text flex={1} miw={0} truncate>
        {name}
      </Text>
      {projectId === null ? (
        <Text size="sm" c="dimmed">
          {t('projects.stickers.forAll')}
        </Text>
      ) : (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={onEdit}
            aria-label={t('projects.stickers.changeOne', { name })}
          >
            <IconPencil size={16} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            onClick={onDelete}
            aria-label={t('projects.stickers.deleteOne', { name })}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </Group>
      )}
    </Group>
  )
}
