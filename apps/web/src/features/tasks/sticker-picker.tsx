import type { Sticker } from '@atrium/tasks/tasks/stickers/sticker.contract'
import { IconPlus } from '@atrium/ui/icons'
import {
  ActionIcon,
  Checkbox,
  ColorSwatch,
  Group,
  Popover,
  ScrollArea,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewStickerForm } from './new-sticker-form.tsx'

interface StickerPickerProps {
  projectId: number
  stickers: Sticker[]
  isOn: (sticker: Sticker) => boolean
  onToggle: (sticker: Sticker) => void
  mayManage: boolean
}

export function StickerPicker({ projectId, stickers, isOn, onToggle, mayManage }: StickerPickerProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = stickers.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <Popover position="bottom-start" width={272} trapFocus returnFocus onClose={() => setSearch('')}>
      <Popover.Target>
        <ActionIcon variant="default" size="sm" aria-label={t('tasks.stickers.choose')}>
          <IconPlus size={14} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('tasks.stickers.choose')}>
        <Stack gap="sm">
          <TextInput
            aria-label={t('tasks.stickers.search')}
            placeholder={t('tasks.stickers.search')}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
            data-autofocus
          />
          <ScrollArea.Autosize mah={220} type="auto">
            <Stack gap={8} p={2}>
              {found.map(sticker => (
                <Checkbox
                  key={sticker.id}
                  checked={isOn(sticker)}
                  onChange={() => onToggle(sticker)}
                  label={
                    <Group gap={6} wrap="nowrap">
                      <ColorSwatch color={sticker.color} size={12} withShadow={false} />
                      {sticker.name}
                    </Group>
                  }
                />
              ))}
              {found.length === 0 && (
                <Text size="sm" c="dimmed">
                  {t(mayManage ? 'tasks.stickers.noneButCreate' : 'tasks.stickers.none')}
                </Text>
              )}
            </Stack>
          </ScrollArea.Autosize>
          {mayManage && <NewStickerForm projectId={projectId} onCreated={onToggle} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
