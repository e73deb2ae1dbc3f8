import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'

interface InlineRenameProps {
  label: string
  placeholder?: string
  value: string
  maxLength: number
  onSave: (value: string) => void
  onClose: () => void
}

/** Enter and blur save, Escape cancels. */
export function InlineRename({ label, placeholder, value, maxLength, onSave, onClose }: InlineRenameProps) {
  const save = (text: string) => {
    const next = text.trim()
    if (next && next !== value) onSave(next)
    onClose()
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') save(event.currentTarget.value)
    if (event.key === 'Escape') onClose()
  }
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
      maxLength={maxLength}
      size="sm"
      flex={1}
      autoFocus
      onFocus={event => event.currentTarget.select()}
      onKeyDown={press}
      onBlur={event => save(event.currentTarget.value)}
    />
  )
}
