import { IconSearch } from '@atrium/ui/icons'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

const PAUSE_MS = 150

/** What is typed shows at once, and is in the address when the typing pauses. */
export function FilterText({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const report = useDebouncedCallback((text: string) => {
    onChange(text.trim())
    setTyped(null)
  }, PAUSE_MS)
  const change = (text: string) => {
    setTyped(text)
    report(text)
  }
  useHotkeys([['/', () => input.current?.focus()]])
  const text = typed ?? value
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
