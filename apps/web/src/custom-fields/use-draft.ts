import { type ChangeEvent, type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'

interface DraftOptions {
  stored: string
  /** In a form, every change counts; otherwise Enter and blur save, and Escape cancels. */
  isForm?: boolean | undefined
  /** If it resolves to false, it was not saved, and the typed text stays. */
  onCommit: (text: string) => unknown
}

/** Text that is being typed. */
export function useDraft({ stored, isForm = false, onCommit }: DraftOptions) {
  const [typed, setTyped] = useState<string>()
  const change = (text: string) => {
    setTyped(text)
    if (isForm) void onCommit(text)
  }
  const leave = async () => {
    if (isForm || typed === undefined) return
    if (typed.trim() === stored || (await onCommit(typed)) !== false) setTyped(undefined)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isForm || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key !== 'Escape' || typed === undefined) return
    // Only discards what was typed; a second Escape closes the panel.
    event.stopPropagation()
    flushSync(() => setTyped(undefined))
    event.currentTarget.blur()
  }
  return {
    change,
    props: {
      value: typed ?? stored,
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.currentTarget.value),
      onBlur: () => void leave(),
      onKeyDown: press,
    },
  }
}
