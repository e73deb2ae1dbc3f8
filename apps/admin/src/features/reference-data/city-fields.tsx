import type { City } from '@atrium/identity/reference-data/city.contract'
import { countryCodes } from '@atrium/identity/reference-data/country-codes.contract'
import { Select, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldErrors } from './reference-dialog.tsx'

interface CityFieldsProps {
  city: City | undefined
  errors: FieldErrors
}

export function CityFields({ city, errors }: CityFieldsProps) {
  const { t, i18n } = useTranslation()
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], [])
  const clear = { 'aria-label': t('referenceData.clear') }
  const search = { searchable: true, nothingFoundMessage: t('referenceData.nothing') }
  return (
    <>
      <TextInput
        name="name"
        label={t('referenceData.fields.name')}
        defaultValue={city?.name}
        error={errors.name}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <Select
        {...search}
        name="country"
        label={t('referenceData.fields.country')}
        data={countries}
        defaultValue={city?.country}
        error={errors.country}
        required
        allowDeselect={false}
      />
      <TextInput
        name="region"
        label={t('referenceData.fields.region')}
        defaultValue={city?.region ?? ''}
        error={errors.region}
        maxLength={100}
        autoComplete="off"
      />
      <Select
        {...search}
        name="timeZone"
        label={t('referenceData.fields.timeZone')}
        data={zones}
        defaultValue={city?.timeZone}
        error={errors.timeZone}
        limit={100}
        clearable
        clearButtonProps={clear}
      />
    </>
  )
}

function countriesIn(language: string) {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return countryCodes
    .map(value => ({ value, label: names.of(value) ?? value }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
}
