import { useLatest } from '@atrium/ui/latest'
import { Textarea, type TextareaProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import classes from './inline-text.module.css'

interface InlineTextProps extends Omit<TextareaProps, 'value' | 'onChange' | 'classNames'> {
  label: string
  /** How the text looks. */
  textClass: string | undefined
  value: string
  /** Called on the first keystroke: the edit is based on the value shown then. */
  onEditStart?: () => void
  /** Resolves to whether it was saved; if not, the typed text stays. */
  onSave: (text: string) => Promise<boolean>
}

/** The browser knows when the width changes; a script measures once. */
const fitsItself = CSS.supports('field-sizing', 'content')

/** Text that is edited in place: Enter and blur save, Escape cancels. */
export function InlineText({ label, value, onEditStart, onSave, textClass, ...props }: InlineTextProps) {
  const [typed, setTyped] = useState<string>()
  const save = async () => {
    if (typed === undefined) return
    const text = typed.replace(/\s*\n\s*/g, ' ').trim()
    if (text && text !== value && !(await onSave(text))) return
    setTyped(undefined)
  }
  useOnUnmount(save)

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key === 'Escape') {
      // Before it loses the focus, which would save the typed text.
      flushSync(() => setTyped(undefined))
      event.currentTarget.blur()
    }
  }
  return (
    <Textarea
      {...props}
      aria-label={label}
      value={typed ?? value}
      onChange={event => {
        if (typed === undefined) onEditStart?.()
        setTyped(event.currentTarget.value)
      }}
      onBlur={save}
      onKeyDown={press}
      variant="unstyled"
      autosize={!fitsItself}
      minRows={1}
      classNames={{ input: `${classes.input} ${textClass}` }}
    />
  )
}

/** The browser's back button unmounts the field without a blur event. */
function useOnUnmount(save: () => void) {
  const latest = useLatest(save)
  useEffect(() => () => latest.current(), [])
}
