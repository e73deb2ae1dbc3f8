import type { City } from '@atrium/identity/reference-data/city.contract'
import type { Language } from '@atrium/identity/reference-data/language.contract'
import type { ProfileChanges, User } from '@atrium/identity/users/user.contract'
import type { useMutationForm } from '@atrium/ui/forms/form'
import { SearchedSelect } from '@atrium/ui/forms/searched-select'
import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasPermission } from '../../data/current-user.ts'
import { citiesQuery, cityQuery, languagesQuery, postsQuery } from './profile.queries.ts'

export interface ProfileFieldsProps {
  draft: User
  /** Name, error and place of a field; the value is the draft's. */
  field: ReturnType<typeof useMutationForm<ProfileChanges, never, unknown>>['field']
  mayChange: boolean
  onChange: (changes: ProfileChanges) => void
}

/** There are too many cities to load them all, so the server searches them. */
export function CitySelect({ draft, field, mayChange, onChange }: ProfileFieldsProps) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState('')
  const { data: chosen } = useQuery(cityQuery(draft.cityId))
  const label = (city: City) => cityLabel(city, i18n.language)
  // The box also shows the label of the chosen city, which is not a search.
  const isChosen = chosen && typed === label(chosen)
  const wanted = isChosen ? '' : typed.trim()
  const [search] = useDebouncedValue(wanted, 200)
  const cities = useQuery({ ...citiesQuery(search), enabled: mayChange })
  const found = cities.data ?? []
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <SearchedSelect
      {...field('cityId')}
      label={t('profile.form.city')}
      placeholder={t(mayChange ? 'profile.form.cityPlaceholder' : 'profile.form.notStated')}
      data={offered.map(city => ({ value: String(city.id), label: label(city) }))}
      value={textOf(draft.cityId)}
      onChange={id => onChange({ cityId: idOf(id) })}
      isSearching={search !== wanted || cities.isPending || cities.isPlaceholderData}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('profile.form.noCity')}
      clearable={mayChange}
      readOnly={!mayChange}
    />
  )
}

function cityLabel({ name, region, country }: City, language: string) {
  const countryName = new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return [name, region, countryName].filter(Boolean).join(', ')
}

export function LanguageSelect({ draft, field, mayChange, onChange }: ProfileFieldsProps) {
  const { t, i18n } = useTranslation()
  const { data: languages = [] } = useQuery(languagesQuery)
  return (
    <Select
      {...field('languageId')}
      label={t('profile.form.language')}
      data={languages.map(language => ({
        value: String(language.id),
        label: languageLabel(language, i18n.language),
      }))}
      value={textOf(draft.languageId)}
      onChange={id => onChange({ languageId: idOf(id) })}
      placeholder={t('profile.form.notStated')}
      searchable
      nothingFoundMessage={t('profile.form.noLanguage')}
      clearable={mayChange}
      readOnly={!mayChange}
    />
  )
}

/** `German · Deutsch`: can be found in the reader's language and in its own. */
function languageLabel({ code, name, nativeName }: Language, reader: string) {
  const translated = new Intl.DisplayNames(reader, { type: 'language', fallback: 'none' }).of(code) ?? name
  return translated === nativeName || !nativeName ? translated : `${translated} · ${nativeName}`
}

/** Only users who can change other users' profiles assign job titles, their own included. */
export function PostSelect({ draft, field, mayChange, onChange }: ProfileFieldsProps) {
  const { t } = useTranslation()
  const hasPermission = useHasPermission()
  const mayAssign = mayChange && hasPermission('users.write.any') && hasPermission('posts.read')
  const { data: posts = [] } = useQuery({ ...postsQuery, enabled: mayAssign })
  if (!mayAssign) {
    return (
      <TextInput
        label={t('profile.form.post')}
        description={t('profile.form.postText')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.post ?? '—'}
        readOnly
        variant="filled"
      />
    )
  }
  return (
    <Select
      {...field('postId')}
      label={t('profile.form.post')}
      data={posts.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={textOf(draft.postId)}
      onChange={id => onChange({ postId: idOf(id) })}
      placeholder={t('profile.form.notStated')}
      searchable
      nothingFoundMessage={t('profile.form.noPost')}
      clearable
    />
  )
}

function textOf(id: number | null) {
  return id === null ? null : String(id)
}

function idOf(value: string | null) {
  return value === null ? null : Number(value)
}
