import { listUsers, type User } from '@atrium/identity/users/user.contract'
import { fullName } from '@atrium/ui/format'
import { SearchedSelect } from '@atrium/ui/forms/searched-select'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { itemsQuery } from '../../api.ts'
import { userQuery } from '../../data/current-user.ts'

interface UserSelectProps {
  label: string
  placeholder: string
  userId: number | undefined
  onChange: (userId: number | undefined) => void
}

/** There can be any number of users, so the server searches them. */
export function UserSelect({ label, placeholder, userId, onChange }: UserSelectProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { data: chosen } = useQuery({ ...userQuery(userId ?? 0), enabled: userId !== undefined })
  const isOwnName = chosen !== undefined && text === labelOf(chosen)
  const wanted = isOwnName ? '' : text.trim()
  const [search] = useDebouncedValue(wanted, 250)
  const { data: found = [], isPending, isPlaceholderData } = useQuery(userChoicesQuery(search))
  const isFound = found.some(({ id }) => id === chosen?.id)
  const offered = chosen && !isFound ? [chosen, ...found] : found
  return (
    <SearchedSelect
      label={label}
      placeholder={placeholder}
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

/** Includes archived users: the audit log and the access check are about them too. */
function userChoicesQuery(search: string) {
  return {
    ...itemsQuery(['users', 'choices', search], listUsers, {
      query: { search, status: 'all', limit: MAX_CHOICES },
    }),
    placeholderData: keepPreviousData,
  }
}
