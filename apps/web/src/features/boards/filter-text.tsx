import { IconSearch } from '@atrium/ui/icons'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const PAUSE_MS = 150

/** What is typed shows at once, and is in the address when the typing pauses. */
export function FilterText({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ text: value, after: value })
  const reported = useRef(value)
  const report = useDebouncedCallback((text: string) => {
    reported.current = text.trim()
    onChange(text.trim())
  }, PAUSE_MS)
  const change = (text: string) => {
    setTyped({ text, after: value })
    report(text)
  }
  useShortcuts(
    [{ keys: '/', description: t('boards.keys.list.search'), run: () => input.current?.focus() }],
    { title: t('boards.keys.onBoard') },
  )
  // The address has no blank at the end and comes later than the next letter: what is typed stays as it is until the
  // address says something else.
  const isArrived = value === typed.text.trim()
  if (isArrived && typed.after !== value) setTyped({ ...typed, after: value })
  const isOvertaken = !isArrived && value !== typed.after && value !== reported.current
  useEffect(() => {
    if (isOvertaken) report.cancel()
  }, [isOvertaken, report])
  const text = isOvertaken ? value : typed.text
  return (
    <TextInput
      ref={input}
      type="search"
      size="xs"
      w={190}
      miw={130}
      flex="0 1 auto"
      aria-label={t('boards.filters.search')}
      placeholder={t('boards.filters.search')}
      value={text}
      onChange={event => change(event.currentTarget.value)}
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={
        text && (
          <CloseButton size="xs" aria-label={t('boards.filters.clearSearch')} onClick={() => change('')} />
        )
      }
    />
  )
}
