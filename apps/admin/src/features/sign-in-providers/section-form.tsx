import type {
  SignInProvider,
  SignInProviderChanges,
} from '@atrium/identity/sign-in/providers/provider.contract'
import { notifyOfSuccess } from '@atrium/ui/feedback/notifications'
import { FormError, useMutationForm } from '@atrium/ui/forms/form'
import { SectionCard } from '@atrium/ui/shell/section-card'
import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUpdateProvider } from './provider.queries.ts'

interface ProviderFormOptions<Values> {
  initialValues: Values
  toInput: (values: Values) => SignInProviderChanges
  /** What the form shows after it was saved, such as an empty field for the secret. */
  afterwards?: Partial<Values>
  aliases?: Partial<Record<string, keyof Values & string>>
  validate?: Parameters<
    typeof useMutationForm<Values & object, SignInProviderChanges, SignInProvider>
  >[0]['validate']
}

/** A part of the settings, which is saved on its own: what is not sent stays. */
export function useProviderForm<Values extends object>(
  { slug }: SignInProvider,
  { initialValues, toInput, afterwards, aliases, validate }: ProviderFormOptions<Values>,
) {
  const { t } = useTranslation()
  const form = useMutationForm<Values, SignInProviderChanges, SignInProvider>({
    mutation: useUpdateProvider(slug),
    initialValues,
    toInput,
    ...(aliases && { aliases }),
    ...(validate && { validate }),
    onSuccess: () => {
      if (afterwards) form.change(afterwards)
      notifyOfSuccess(t('signInProviders.saved'))
    },
  })
  return form
}

interface SectionFormProps {
  title: string
  text: string
  form: Pick<ReturnType<typeof useMutationForm>, 'error' | 'isPending' | 'onSubmit'>
  children: ReactNode
}

export function SectionForm({ title, text, form, children }: SectionFormProps) {
  const { t } = useTranslation(['app', 'ui'])
  return (
    <SectionCard title={title} text={text}>
      <form onSubmit={form.onSubmit}>
        <Stack>
          <FormError message={form.error} />
          {children}
          <Group justify="flex-end">
            <Button type="submit" loading={form.isPending}>
              {t('ui:save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </SectionCard>
  )
}
