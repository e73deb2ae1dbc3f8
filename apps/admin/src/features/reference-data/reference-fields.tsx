import { countryCodes } from '@atrium/identity/reference-data/country.contract'
import type { useMutationForm } from '@atrium/ui/forms/form'
import { Select, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

interface FieldsProps {
  field: ReturnType<typeof useMutationForm<Record<string, string | null>, never, unknown>>['field']
}

export function CityFields({ field }: FieldsProps) {
  const { t, i18n } = useTranslation()
  const countries = useMemo(() => countriesIn(i18n.language), [i18n.language])
  const zones = useMemo(() => ['UTC', ...Intl.supportedValuesOf('timeZone')], [])
  const search = { searchable: true, nothingFoundMessage: t('referenceData.nothing') }
  return (
    <>
      <TextInput
        {...field('name')}
        label={t('referenceData.fields.name')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <Select
        {...field('country')}
        {...search}
        label={t('referenceData.fields.country')}
        data={countries}
        required
        allowDeselect={false}
      />
      <TextInput
        {...field('region')}
        label={t('referenceData.fields.region')}
        maxLength={100}
        autoComplete="off"
      />
      <Select
        {...field('timeZone')}
        {...search}
        label={t('referenceData.fields.timeZone')}
        data={zones}
        limit={100}
        clearable
        clearButtonProps={{ 'aria-label': t('referenceData.clear') }}
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

export function LanguageFields({ field }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...field('code')}
        label={t('referenceData.fields.code')}
        description={t('referenceData.fields.codeText')}
        required
        maxLength={35}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        {...field('name')}
        label={t('referenceData.fields.languageName')}
        required
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        {...field('nativeName')}
        label={t('referenceData.fields.nativeName')}
        maxLength={100}
        autoComplete="off"
      />
    </>
  )
}

export function PostFields({ field }: FieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        {...field('name')}
        label={t('referenceData.fields.name')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
      />
      <Textarea
        {...field('description')}
        label={t('referenceData.fields.description')}
        maxLength={1000}
        autosize
        minRows={2}
      />
    </>
  )
}
