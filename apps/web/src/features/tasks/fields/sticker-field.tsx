import type { Sticker, Task } from '@atrium/tasks/tasks/task.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPlus } from '@atrium/ui/icons'
import { ColorSwatch, Group, Input, Pill, Popover, Text } from '@mantine/core'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeTask } from '../../../data/changes/change-task.ts'
import { StickerChoices } from '../../../task-text/sticker-choices.tsx'
import classes from './task-fields.module.css'

interface StickerFieldProps {
  task: Task
  /** The stickers that can be attached. */
  stickers: Sticker[]
  mayEdit: boolean
  mayManage: boolean
}

export function StickerField({ task, stickers, mayEdit, mayManage }: StickerFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const { toggleSticker } = useChangeTask()
  const isOn = (sticker: Sticker) => task.stickers.some(other => other.id === sticker.id)
  const toggle = (sticker: Sticker) => toggleSticker(task, sticker)
  return (
    <Input.Wrapper label={t('tasks.fields.stickers')} labelElement="div" labelProps={{ id }}>
      <Group className={classes.value} gap={6} role="group" aria-labelledby={id}>
        {task.stickers.map(sticker => (
          <StickerChip
            key={sticker.id}
            sticker={sticker}
            onRemove={mayEdit ? () => toggle(sticker) : undefined}
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

function StickerChip({ sticker, onRemove }: { sticker: Sticker; onRemove?: (() => void) | undefined }) {
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

interface StickerPickerProps {
  projectId: number
  stickers: Sticker[]
  isOn: (sticker: Sticker) => boolean
  onToggle: (sticker: Sticker) => void
  mayManage: boolean
}

function StickerPicker(props: StickerPickerProps) {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-start" width={272} trapFocus returnFocus>
      <Popover.Target>
        <IconButton icon={IconPlus} iconSize={14} label={t('tasks.stickers.choose')} size="sm" />
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('tasks.stickers.choose')}>
        <StickerChoices {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}
