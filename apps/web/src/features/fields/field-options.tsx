import { randomId } from '@atrium/client/random-id'
import type { CustomField, FieldOption } from '@atrium/tasks/fields/field.contract'
import { ConfirmDialog } from '@atrium/ui/dialogs/confirm-dialog'
import { IconButton } from '@atrium/ui/icon-button'
import { IconPlus, IconStar, IconStarFilled, IconX } from '@atrium/ui/icons'
import { ActionIcon, Button, ColorSwatch, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../custom-fields/use-draft.ts'
import { swatches } from '../../data/tasks/tasks.ts'
import { useAddOption, useChangeOption, useDeleteOption, useReorderOptions } from './field.queries.ts'
import { RowHandle } from './row-handle.tsx'
import classes from './rows.module.css'
import { moved, useRowDrag } from './use-row-drag.ts'

/** An option of a field that does not exist yet. */
export interface DraftOption {
  key: string
  name: string
  color: string
  isDefault: boolean
}

interface NewOptionsProps {
  /** Whether a task has at most one of them. */
  isSingle: boolean
  options: DraftOption[]
  onChange: (options: DraftOption[]) => void
}

export function NewOptions({ isSingle, options, onChange }: NewOptionsProps) {
  const { t } = useTranslation()
  const change = (key: string, changes: Partial<DraftOption>) =>
    onChange(options.map(option => (option.key === key ? { ...option, ...changes } : option)))
  const choose = ({ key, isDefault }: DraftOption) =>
    onChange(
      options.map(option => ({
        ...option,
        isDefault: option.key === key ? !isDefault : option.isDefault && !isSingle,
      })),
    )
  const add = () =>
    onChange([...options, { key: randomId(), name: '', color: colorAt(options.length), isDefault: false }])
  return (
    <OptionList count={options.length} onAdd={add}>
      {options.map((option, index) => (
        <OptionRow
          key={option.key}
          list="new-options"
          option={option}
          index={index}
          count={options.length}
          isForm
          hasFocus={option.name === '' && index === options.length - 1}
          onMove={(from, to) => onChange(moved(options, from, to))}
          onChange={changes => change(option.key, changes)}
          onDelete={() => onChange(options.filter(({ key }) => key !== option.key))}
        >
          <ActionIcon
            variant="subtle"
            color={option.isDefault ? 'yellow' : 'gray'}
            aria-pressed={option.isDefault}
            aria-label={t('fields.options.isDefault', { name: option.name })}
            title={t('fields.defaultValue')}
            onClick={() => choose(option)}
          >
            {option.isDefault ? <IconStarFilled size={16} /> : <IconStar size={16} stroke={1.75} />}
          </ActionIcon>
        </OptionRow>
      ))}
    </OptionList>
  )
}

function colorAt(index: number) {
  return swatches[index % swatches.length] ?? ''
}

/** Every change of an option is saved at once. */
export function StoredOptions({ field }: { field: CustomField }) {
  const { t } = useTranslation()
  const { options } = field
  const { mutate: add } = useAddOption(field)
  const change = useChangeOption(field)
  const { mutate: reorder } = useReorderOptions(field)
  const { mutateAsync: remove, isPending } = useDeleteOption(field)
  const [used, setUsed] = useState<{ option: FieldOption; count: number }>()
  // Only an option that was just added takes the focus.
  const [hasAdded, setHasAdded] = useState(false)
  const addOption = () => {
    setHasAdded(true)
    const name = t('fields.options.new', { number: options.length + 1 })
    add({ name, color: colorAt(options.length) })
  }
  const deleteOption = async (option: FieldOption) => {
    const count = await remove({ id: option.id, force: false }).catch(() => 0) // reported by the client
    if (count > 0) setUsed({ option, count })
  }
  const deleteUsed = async () => {
    if (used) await remove({ id: used.option.id, force: true }).catch(() => 0)
    setUsed(undefined)
  }
  return (
    <>
      <OptionList count={options.length} onAdd={addOption}>
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            list={`options-${field.id}`}
            option={option}
            index={index}
            count={options.length}
            hasFocus={hasAdded && index === options.length - 1}
            onMove={(from, to) =>
              reorder(
                moved(
                  options.map(({ id }) => id),
                  from,
                  to,
                ),
              )
            }
            onChange={changes =>
              change.mutateAsync({ id: option.id, ...changes }).then(
                () => true,
                () => false,
              )
            }
            onDelete={() => void deleteOption(option)}
          />
        ))}
      </OptionList>
      <ConfirmDialog
        title={t('fields.options.deleteTitle', { name: used?.option.name ?? '' })}
        text={t('fields.options.deleteUsed', { count: used?.count ?? 0 })}
        action={t('actions.delete')}
        isOpen={used !== undefined}
        isPending={isPending}
        onConfirm={() => void deleteUsed()}
        onClose={() => setUsed(undefined)}
      />
    </>
  )
}

interface OptionListProps {
  count: number
  onAdd: () => void
  children: ReactNode
}

function OptionList({ count, onAdd, children }: OptionListProps) {
  const { t } = useTranslation()
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('fields.options.title')}
      </Text>
      {count > 0 && (
        <ul className={`${classes.list} ${classes.options}`} aria-label={t('fields.options.title')}>
          {children}
        </ul>
      )}
      <Group>
        <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={16} />} onClick={onAdd}>
          {t('fields.options.add')}
        </Button>
      </Group>
    </Stack>
  )
}

interface OptionRowProps {
  list: string
  option: { name: string; color: string }
  index: number
  count: number
  isForm?: boolean
  hasFocus: boolean
  onMove: (from: number, to: number) => void
  onChange: (changes: { name?: string; color?: string }) => unknown
  onDelete: () => void
  children?: ReactNode
}

function OptionRow({ list, option, index, count, isForm, hasFocus, ...row }: OptionRowProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLButtonElement>(null)
  const { onMove, onChange, onDelete, children } = row
  const { edge, isDragged } = useRowDrag({ row: element, handle, list, index, onMove })
  const draft = useDraft({
    stored: option.name,
    isForm,
    onCommit: name => (name.trim() || isForm ? onChange({ name: isForm ? name : name.trim() }) : undefined),
  })
  const { name } = option
  return (
    <li ref={element} className={classes.row} data-edge={edge} data-dragged={isDragged || undefined}>
      <RowHandle
        handle={handle}
        label={t('fields.options.move', { name })}
        index={index}
        count={count}
        onMove={onMove}
      />
      <ColorButton
        color={option.color}
        label={t('fields.options.color', { name })}
        onChange={color => void onChange({ color })}
      />
      <TextInput
        {...draft.props}
        flex={1}
        size="sm"
        aria-label={t('fields.options.name')}
        placeholder={t('fields.options.name')}
        maxLength={50}
        autoComplete="off"
        autoFocus={hasFocus}
      />
      {children}
      <IconButton icon={IconX} label={t('fields.options.delete', { name })} onClick={onDelete} />
    </li>
  )
}

interface ColorButtonProps {
  color: string
  label: string
  onChange: (color: string) => void
}

function ColorButton({ color, label, onChange }: ColorButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.color} aria-label={label} onClick={() => setIsOpen(!isOpen)}>
          <ColorSwatch color={color} size={16} withShadow={false} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Group gap={6} maw={152} role="group" aria-label={label}>
          {swatches.map(swatch => (
            <button
              key={swatch}
              type="button"
              className={classes.color}
              aria-label={swatch}
              aria-pressed={swatch === color}
              onClick={() => {
                onChange(swatch)
                setIsOpen(false)
              }}
            >
              <ColorSwatch color={swatch} size={20} withShadow={false} />
            </button>
          ))}
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
