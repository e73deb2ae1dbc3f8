import type { Condition } from '@atrium/tasks/views/filter.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconX } from '@atrium/ui/icons'
import { Popover, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConditionEditor } from './condition-editor.tsx'
import { useConditionWords } from './condition-words.ts'
import classes from './filter-bar.module.css'
import type { FilterFieldInfo } from './filter-choices.tsx'

interface ConditionChipProps {
  field: FilterFieldInfo
  condition: Condition
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onChange: (condition: Condition) => void
  onRemove: () => void
}

const WIDTH = 272

/** A condition in words; a click edits it. */
export function ConditionChip({ field, condition, isOpen, onOpen, onChange, onRemove }: ConditionChipProps) {
  const { t } = useTranslation()
  const words = useConditionWords()
  /** Without values it is not a condition yet, or no longer. */
  const [pending, setPending] = useState<Condition>()
  const shown = pending ?? condition
  const text = shown.values.length > 0 ? words.condition(shown, field) : '…'
  const change = (next: Condition) => {
    setPending(next.values.length === 0 ? next : undefined)
    if (next.values.length > 0) onChange(next)
  }
  const open = (isNowOpen: boolean) => {
    onOpen(isNowOpen)
    if (!isNowOpen && pending) onRemove()
    if (!isNowOpen) setPending(undefined)
  }
  return (
    <span className={classes.chip}>
      <Popover
        opened={isOpen}
        onChange={open}
        position="bottom-start"
        width={WIDTH}
        middlewares={{ flip: true, shift: { padding: 8 } }}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <UnstyledButton className={classes.chipText} onClick={() => open(!isOpen)}>
            <span className={classes.field}>{field.label}</span>{' '}
            <span className={classes.values}>{text}</span>
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={t('views.filter.edit', { field: field.label })}>
          <ConditionEditor field={field} condition={shown} onChange={change} onDone={() => onOpen(false)} />
        </Popover.Dropdown>
      </Popover>
      <IconButton
        icon={IconX}
        iconSize={13}
        label={t('views.filter.remove', { field: field.label })}
        variant="transparent"
        size={26}
        onClick={onRemove}
      />
    </span>
  )
}
