import type { Language } from '@atrium/identity/reference-data/language.contract'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProfileFieldsProps } from './profile-fields.tsx'
import { languagesQuery } from './reference-data.queries.ts'

export function LanguageSelect({ draft, errors, mayChange, onChange }: ProfileFieldsProps) {
  const { t, i18n } = useTranslation()
  const { data: languages = [] } = useQuery(languagesQuery)
  return (
    <Select
      label={t('profile.form.language')}
      data={languages.map(language => ({
        value: String(language.id),
        label: languageLabel(language, i18n.language),
      }))}
      value={draft.languageId === null ? null : String(draft.languageId)}
      onChange={id => onChange({ languageId: id === null ? null : Number(id) })}
      placeholder={t('profile.form.notStated')}
      searchable
      nothingFoundMessage={t('profile.form.noLanguage')}
      clearable={mayChange}
      readOnly={!mayChange}
      error={errors.languageId}
    />
  )
}

/** `German · Deutsch`: found by the reader's word for it and by its own. */
function languageLabel({ code, name, nativeName }: Language, reader: string) {
  const translated = new Intl.DisplayNames(reader, { type: 'language', fallback: 'none' }).of(code) ?? name
  return translated === nativeName || !nativeName ? translated : `${translated} · ${nativeName}`
}
