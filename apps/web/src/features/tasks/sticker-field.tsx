import type { Sticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Group, Input, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAttachSticker, useDetachSticker } from './sticker.queries.ts'
import { StickerChip } from './sticker-chip.tsx'
import { StickerPicker } from './sticker-picker.tsx'

interface StickerFieldProps {
  task: Task
  /** Those that it may carry. */
  stickers: Sticker[]
  mayEdit: boolean
  mayManage: boolean
}

export function StickerField({ task, stickers, mayEdit, mayManage }: StickerFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const attach = useAttachSticker(task.id)
  const detach = useDetachSticker(task.id)
  const isOn = (sticker: Sticker) => task.stickers.some(other => other.id === sticker.id)
  const toggle = (sticker: Sticker) => (isOn(sticker) ? detach : attach).mutate(sticker)
  return (
    <Input.Wrapper label={t('tasks.fields.stickers')} labelElement="div" labelProps={{ id }}>
      <Group gap={6} role="group" aria-labelledby={id}>
        {task.stickers.map(sticker => (
          <StickerChip
            key={sticker.id}
            sticker={sticker}
            onRemove={mayEdit ? () => detach.mutate(sticker) : undefined}
          />
        ))}
        {!mayEdit && task.stickers.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('tasks.words.none')}
          </Text>
        )}
        {mayEdit && (
          <StickerPicker
            projectId={task.projectId}
            stickers={stickers}
            isOn={isOn}
            onToggle={toggle}
            mayManage={mayManage}
          />
        )}
      </Group>
    </Input.Wrapper>
  )
}
