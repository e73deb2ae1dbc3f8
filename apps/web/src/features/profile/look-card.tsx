import type { UserSettings } from '@atrium/tasks/administration/user-settings.contract'
import { ColorSchemeSwitch } from '@atrium/ui/color-scheme-switch'
import { LanguageSwitch } from '@atrium/ui/language-switch'
import { useTranslation } from 'react-i18next'
import { themeOf, useChangeSettings } from '../../data/user-settings.ts'
import { SavedNote } from './saved-note.tsx'
import { Setting } from './setting.tsx'
import { SettingsCard } from './settings-card.tsx'
import { TimeZoneSelect } from './time-zone-select.tsx'

/** What is chosen is kept at once. */
export function LookCard({ settings }: { settings: UserSettings }) {
  const { t } = useTranslation()
  const { mutate, isSuccess } = useChangeSettings()
  return (
    <SettingsCard
      title={t('profile.settings.title')}
      text={t('profile.settings.text')}
      note={<SavedNote isSaved={isSuccess} />}
    >
      <Setting label={t('profile.settings.language')}>
        <LanguageSwitch size="sm" onChoose={language => mutate({ language })} />
      </Setting>
      <Setting label={t('profile.settings.theme')} text={t('profile.settings.themeText')}>
        <ColorSchemeSwitch size="sm" onChoose={scheme => mutate({ theme: themeOf(scheme) })} />
      </Setting>
      <Setting label={t('profile.settings.timeZone')} text={t('profile.settings.timeZoneText')}>
        <TimeZoneSelect value={settings.timeZone} onChange={timeZone => mutate({ timeZone })} />
      </Setting>
    </SettingsCard>
  )
}
