import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../icons.ts'

interface SearchBoxProps {
  label: string
  /** The current search, for example from the address. */
  initialText?: string
  onSearch: (text: string) => void
}

/** Searches when the user pauses typing. */
export function SearchBox({ label, initialText = '', onSearch }: SearchBoxProps) {
  const { t } = useTranslation('ui')
  const [text, setText] = useState(initialText)
  const search = useDebouncedCallback(onSearch, 250)
  const change = (next: string) => {
    setText(next)
    search(next.trim())
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={event => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.75} />}
      rightSection={
        text && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => change('')} />
      }
    />
  )
}
