import type { City } from '@atrium/identity/reference-data/city.contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileFieldsProps } from './profile-fields.tsx'
import { citiesQuery, cityQuery } from './reference-data.queries.ts'

/** There are too many cities to load them all: the server finds those that are typed. */
export function CitySelect({ draft, errors, mayChange, onChange }: ProfileFieldsProps) {
  const { t, i18n } = useTranslation()
  const [typed, setTyped] = useState('')
  const { data: chosen } = useQuery(cityQuery(draft.cityId))
  const label = (city: City) => cityLabel(city, i18n.language)
  // What is chosen stands in the box too, and is not what is looked for.
  const isChosen = chosen && typed === label(chosen)
  const [search] = useDebouncedValue(isChosen ? '' : typed.trim(), 200)
  const { data: found = [] } = useQuery({ ...citiesQuery(search), enabled: mayChange })
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <Select
      label={t('profile.form.city')}
      placeholder={t(mayChange ? 'profile.form.cityPlaceholder' : 'profile.form.notStated')}
      data={offered.map(city => ({ value: String(city.id), label: label(city) }))}
      value={draft.cityId === null ? null : String(draft.cityId)}
      onChange={id => onChange({ cityId: id === null ? null : Number(id) })}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('profile.form.noCity')}
      clearable={mayChange}
      readOnly={!mayChange}
      error={errors.cityId}
    />
  )
}

function cityLabel({ name, region, country }: City, language: string) {
  const countryName = new Intl.DisplayNames(language, { type: 'region' }).of(country)
  return [name, region, countryName].filter(Boolean).join(', ')
}
