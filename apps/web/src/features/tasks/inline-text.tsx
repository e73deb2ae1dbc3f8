import { Textarea, type TextareaProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from './inline-text.module.css'

interface InlineTextProps extends Omit<TextareaProps, 'value' | 'onChange'> {
  label: string
  value: string
  /** The first letter is typed: what comes now is made from what is shown now. */
  onBegin?: () => void
  /** Answers whether it is settled; if not, the text stays as it was typed. */
  onSave: (text: string) => Promise<boolean>
}

/** Text that is edited where it stands: Enter or leaving it saves, Escape puts it back. */
export function InlineText({ label, value, onBegin, onSave, classNames, ...props }: InlineTextProps) {
  const [typed, setTyped] = useState<string>()
  const save = async () => {
    if (typed === undefined) return
    const text = typed.replace(/\s*\n\s*/g, ' ').trim()
    if (text && text !== value && !(await onSave(text))) return
    setTyped(undefined)
  }
  useOnLeaving(save)

  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.currentTarget.blur()
    }
    if (event.key === 'Escape') {
      const field = event.currentTarget
      setTyped(undefined)
      // Once nothing is typed any more, so that leaving does not save.
      setTimeout(() => field.blur())
    }
  }
  return (
    <Textarea
      {...props}
      aria-label={label}
      value={typed ?? value}
      onChange={event => {
        if (typed === undefined) onBegin?.()
        setTyped(event.currentTarget.value)
      }}
      onBlur={save}
      onKeyDown={press}
      variant="unstyled"
      autosize
      classNames={{ input: classes.input, ...classNames }}
    />
  )
}

/** Going back by the browser takes the field away without leaving it first. */
function useOnLeaving(save: () => void) {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => () => latest.current(), [])
}
