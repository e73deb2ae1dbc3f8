import { type ComboboxParsedItem, Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface SearchedSelectProps extends SelectProps {
  /** Whether the options are not yet those for the typed text. */
  isSearching: boolean
}

/**
 * A select whose options the server searches, in more fields than the label shows. Until it has answered, the options at
 * hand are narrowed to the typed words: a list that shrinks only later moves under the pointer, and a click gets lost.
 */
export function SearchedSelect({ isSearching, nothingFoundMessage, ...props }: SearchedSelectProps) {
  const { t } = useTranslation('ui')
  return (
    <Select
      {...props}
      searchable
      filter={({ options, search }) => (isSearching ? withWords(options, search) : options)}
      nothingFoundMessage={isSearching ? t('loading') : nothingFoundMessage}
    />
  )
}

function withWords(options: ComboboxParsedItem[], text: string) {
  const words = text.toLowerCase().split(/\s+/)
  return options.filter(
    option => 'label' in option && words.every(word => option.label.toLowerCase().includes(word)),
  )
}
