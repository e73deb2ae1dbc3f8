import type { Sticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { ColorSwatch, Group, Pill } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface StickerChipProps {
  sticker: Sticker
  onRemove?: (() => void) | undefined
}

export function StickerChip({ sticker, onRemove }: StickerChipProps) {
  const { t } = useTranslation()
  return (
    <Pill
      bg={`color-mix(in srgb, ${sticker.color} 20%, transparent)`}
      withRemoveButton={Boolean(onRemove)}
      onRemove={onRemove}
      removeButtonProps={{
        'aria-label': t('tasks.stickers.detach', { name: sticker.name }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
    >
      <Group gap={6} wrap="nowrap" component="span">
        {sticker.icon ? (
          <span aria-hidden="true">{sticker.icon}</span>
        ) : (
          <ColorSwatch color={sticker.color} size={10} withShadow={false} component="span" />
        )}
        {sticker.name}
      </Group>
    </Pill>
  )
}
