import i18next from 'i18next'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { showNotice } from './feedback/notifications.tsx'

const SHOWN_FOR_MS = 2000

interface CopyButtonProps {
  value: string
  children: (state: { copied: boolean; copy: () => void }) => ReactNode
}

/** Shows for a moment that the value has been copied. */
export function CopyButton({ value, children }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    if (!(await copyText(value))) return
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), SHOWN_FOR_MS)
  }
  return children({ copied, copy })
}

/** Returns whether the text was copied, and notifies of a failure. */
export async function copyText(text: string) {
  const isCopied = await toClipboard(text)
  if (!isCopied) showNotice({ color: 'red', message: i18next.t('ui:notCopied') })
  return isCopied
}

async function toClipboard(text: string) {
  // Pages served over plain HTTP, as in a home network, have no clipboard API.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) return copySelected(text)
  return clipboard.writeText(text).then(
    () => true,
    () => copySelected(text),
  )
}

/** The deprecated way, which copies a selection. */
function copySelected(text: string) {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return isCopied
}
