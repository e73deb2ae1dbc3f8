import type { Preferences } from '@atrium/tasks/notifications/notification.contract'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allProjectsQuery } from '../../data/projects.ts'
import { MailChoice } from './mail-choice.tsx'
import { MutedTypes } from './muted-types.tsx'
import { useChangePreferences } from './preferences.queries.ts'
import { SavedNote } from './saved-note.tsx'
import { SettingsCard } from './settings-card.tsx'

export function NotificationsCard({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation()
  const { mutate, isSuccess } = useChangePreferences()
  const { data: projects = [] } = useQuery(allProjectsQuery)
  // One that was left long ago may still be on the list.
  const muted = projects.filter(({ id }) => preferences.mutedProjects.includes(id))
  return (
    <SettingsCard
      title={t('profile.notifications.title')}
      text={t('profile.notifications.text')}
      note={<SavedNote isSaved={isSuccess} />}
    >
      <MailChoice value={preferences.mail} onChange={mail => mutate({ mail })} />
      <MutedTypes muted={preferences.mutedTypes} onChange={mutedTypes => mutate({ mutedTypes })} />
      <MultiSelect
        mt="xl"
        label={t('profile.notifications.mutedProjects')}
        description={t('profile.notifications.mutedProjectsText')}
        placeholder={muted.length ? '' : t('profile.notifications.mutedProjectsPlaceholder')}
        nothingFoundMessage={t('profile.notifications.noProject')}
        data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={muted.map(({ id }) => String(id))}
        onChange={ids => mutate({ mutedProjects: ids.map(Number) })}
        searchable
        clearable
        hidePickedOptions
      />
    </SettingsCard>
  )
}
