import type { ProfileChanges, User } from '@atrium/identity/users/user.contract'
import { formErrors } from '@atrium/ui/form-errors'
import { notifyOfSuccess } from '@atrium/ui/notify'
import { SectionCard } from '@atrium/ui/section-card'
import { Alert, Button, Group, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useChangeProfile } from './profile.queries.ts'
import { useProfileDraft } from './profile-draft.ts'
import { ProfileFields } from './profile-fields.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface ProfileFormProps {
  user: User
  mayChange: boolean
}

/** The details of a user; what was typed about one user is never shown with another. */
export function ProfileForm(props: ProfileFormProps) {
  return <FormOfUser key={props.user.id} {...props} />
}

const fields = [
  'surname',
  'name',
  'patronymic',
  'birthDate',
  'gender',
  'preferredContact',
  'cityId',
  'languageId',
  'postId',
  'stack',
] as const satisfies (keyof ProfileChanges)[]

function FormOfUser({ user, mayChange }: ProfileFormProps) {
  const { t } = useTranslation()
  const { draft, changes, isChanged, change, discard, forgetSaved } = useProfileDraft(user)
  const { mutate, error, isPending, reset } = useChangeProfile(user.id)
  const errors = formErrors(error, [...fields])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = () => {
      forgetSaved(changes)
      notifyOfSuccess(t('profile.form.saved'))
    }
    mutate(changes, { onSuccess })
  }
  const changeAndReset = (next: ProfileChanges) => {
    if (error) reset()
    change(next)
  }
  return (
    <SectionCard title={t('profile.form.title')}>
      <UnsavedGuard isChanged={isChanged} />
      <form onSubmit={submit}>
        <Stack>
          {errors.rest.length > 0 && (
            <Alert color="red" role="alert">
              {errors.rest.join(' ')}
            </Alert>
          )}
          <ProfileFields
            draft={draft}
            errors={errors.fields}
            mayChange={mayChange}
            onChange={changeAndReset}
          />
          {mayChange && (
            <Group justify="flex-end" gap="sm">
              {isChanged && (
                <Button variant="default" onClick={discard}>
                  {t('profile.form.discard')}
                </Button>
              )}
              <Button type="submit" disabled={!isChanged} loading={isPending}>
                {t('profile.form.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </SectionCard>
  )
}
