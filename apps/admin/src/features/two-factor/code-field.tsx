import { formErrors } from '@atrium/ui/form-errors'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface CodeFieldProps {
  label: string
  error: unknown
  autoFocus?: boolean
}

export function CodeField({ label, error, autoFocus = false }: CodeFieldProps) {
  const { t } = useTranslation()
  const { fields } = formErrors(error, ['code'])
  return (
    <TextInput
      name="code"
      label={label}
      error={fields.code && t('security.twoFactor.wrongCode')}
      required
      maxLength={40}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
    />
  )
}
