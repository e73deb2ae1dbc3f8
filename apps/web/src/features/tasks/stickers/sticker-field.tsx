import type { Sticker, Task } from '@atrium/tasks/tasks/task.contract'
import { useMutationForm } from '@atrium/ui/forms/form'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPlus } from '@atrium/ui/icons'
import {
  Button,
  Checkbox,
  ColorInput,
  ColorSwatch,
  Group,
  Input,
  Pill,
  Popover,
  ScrollArea,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeTask } from '../../../data/change-task.ts'
import { useCreateSticker } from './sticker.queries.ts'

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
      <Group gap={6} role="group" aria-labelledby={id}>
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

function StickerPicker({ projectId, stickers, isOn, onToggle, mayManage }: StickerPickerProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = stickers.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <Popover position="bottom-start" width={272} trapFocus returnFocus onClose={() => setSearch('')}>
      <Popover.Target>
        <IconButton
          icon={IconPlus}
          iconSize={14}
          label={t('tasks.stickers.choose')}
          variant="default"
          size="sm"
        />
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

// User data, not theme: a sticker has the same color in both color schemes.
const colors = ['#2f80ed', '#27ae60', '#f2994a', '#eb5757', '#9b51e0', '#56ccf2', '#f2c94c', '#828282']

interface NewStickerFormProps {
  projectId: number
  onCreated: (sticker: Sticker) => void
}

function NewStickerForm({ projectId, onCreated }: NewStickerFormProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const form = useMutationForm({
    mutation: useCreateSticker(projectId),
    initialValues: { name: '', color: colors[0] ?? '' },
    toInput: ({ name, color }) => ({ name: name.trim(), color }),
    onSuccess: sticker => {
      form.change({ name: '' })
      onCreated(sticker)
      // The button was disabled meanwhile and has lost the focus.
      input.current?.focus()
    },
  })
  const name = form.field('name')
  return (
    <form onSubmit={form.onSubmit}>
      <TextInput
        {...name}
        ref={input}
        label={t('tasks.stickers.new')}
        error={name.error ?? form.error}
        required
        withAsterisk={false}
        maxLength={50}
        autoComplete="off"
      />
      <Group gap="xs" mt="xs" wrap="nowrap" align="flex-start">
        <ColorInput
          {...form.field('color')}
          flex={1}
          aria-label={t('tasks.stickers.color')}
          swatches={colors}
          withEyeDropper={false}
        />
        <Button type="submit" loading={form.isPending}>
          {t('actions.create')}
        </Button>
      </Group>
    </form>
  )
}
