import { listUsers, type User } from '@atrium/identity/users/user.contract'
import { fullName } from '@atrium/ui/format'
import { SearchedSelect } from '@atrium/ui/forms/searched-select'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemsQuery } from '../api.ts'
import { userQuery } from './current-user.ts'

interface UserSelectProps {
  label: string
  placeholder: string
  description?: string
  userId: number | undefined
  onChange: (userId: number | undefined) => void
  /** Someone who cannot be chosen. */
  exceptId?: number
  /** Without it, archived users can be chosen too: the audit log and the access check are about them. */
  isActiveOnly?: boolean
}

/** There can be any number of users, so the server searches them. */
export function UserSelect({
  label,
  placeholder,
  description,
  userId,
  onChange,
  exceptId,
  isActiveOnly = false,
}: UserSelectProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { data: chosen } = useQuery({ ...userQuery(userId ?? 0), enabled: userId !== undefined })
  const isOwnName = chosen !== undefined && text === labelOf(chosen)
  const wanted = isOwnName ? '' : text.trim()
  const [search] = useDebouncedValue(wanted, 250)
  const {
    data: found = [],
    isPending,
    isPlaceholderData,
  } = useQuery(userChoicesQuery(search, isActiveOnly ? 'active' : 'all'))
  const isFound = found.some(({ id }) => id === chosen?.id)
  const offered = (chosen && !isFound ? [chosen, ...found] : found).filter(({ id }) => id !== exceptId)
  return (
    <SearchedSelect
      label={label}
      placeholder={placeholder}
      description={description}
      data={offered.map(user => ({ value: String(user.id), label: labelOf(user) }))}
      value={userId === undefined ? null : String(userId)}
      onChange={value => onChange(value === null ? undefined : Number(value))}
      onSearchChange={setText}
      isSearching={search !== wanted || isPending || isPlaceholderData}
      nothingFoundMessage={t('access.explanation.nobody')}
      clearable
      clearButtonProps={{ 'aria-label': `${label}: ${t('access.explanation.clear')}` }}
      maxDropdownHeight={320}
    />
  )
}

function labelOf(user: User) {
  return `${fullName(user)} · ${user.email}`
}

const MAX_CHOICES = 10

function userChoicesQuery(search: string, status: 'active' | 'all') {
  return {
    ...itemsQuery(['users', 'choices', status, search], listUsers, {
      query: { search, status, limit: MAX_CHOICES },
    }),
    placeholderData: keepPreviousData,
  }
}
