import type { Language } from '@atrium/identity/reference-data/language.contract'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldErrors } from './reference-dialog.tsx'

interface LanguageFieldsProps {
  language: Language | undefined
  errors: FieldErrors
}

export function LanguageFields({ language, errors }: LanguageFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        name="code"
        label={t('referenceData.fields.code')}
        description={t('referenceData.fields.codeText')}
        defaultValue={language?.code}
        error={errors.code}
        required
        maxLength={35}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        name="name"
        label={t('referenceData.fields.languageName')}
        defaultValue={language?.name}
        error={errors.name}
        required
        maxLength={100}
        autoComplete="off"
      />
      <TextInput
        name="nativeName"
        label={t('referenceData.fields.nativeName')}
        defaultValue={language?.nativeName ?? ''}
        error={errors.nativeName}
        maxLength={100}
        autoComplete="off"
      />
    </>
  )
}
