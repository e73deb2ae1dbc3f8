import type {
  NotificationType,
  Preferences,
  PreferencesChanges,
} from '@atrium/tasks/notifications/notification.contract'
import { Fieldset, MultiSelect, Radio, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useTimeZone } from '../../data/account/user-settings.ts'
import { allProjectsQuery } from '../../data/projects/projects.ts'
import { markedOptions } from '../../project-mark/project-mark.tsx'
import { MailTimes } from './mail-times.tsx'
import classes from './notifications-card.module.css'
import { useChangePreferences } from './preferences.queries.ts'
import { PushSwitch } from './push-switch.tsx'
import { SavedNote, SettingsCard } from './settings-cards.tsx'

interface PreferencesProps {
  preferences: Preferences
  onChange: (changes: PreferencesChanges) => void
}

export function NotificationsCard({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation()
  const { mutate, isSuccess } = useChangePreferences()
  const { data: projects = [] } = useQuery(allProjectsQuery)
  // The list may still contain projects that the user has left.
  const muted = projects.filter(({ id }) => preferences.mutedProjects.includes(id))
  return (
    <SettingsCard
      title={t('profile.notifications.title')}
      text={t('profile.notifications.text')}
      note={<SavedNote isSaved={isSuccess} />}
    >
      <MailChoice preferences={preferences} onChange={mutate} />
      {preferences.mail !== 'none' && <MailTimes preferences={preferences} onChange={mutate} />}
      <PushSwitch />
      <MutedTypes muted={preferences.mutedTypes} onChange={mutedTypes => mutate({ mutedTypes })} />
      <MultiSelect
        mt="xl"
        label={t('profile.notifications.mutedProjects')}
        description={t('profile.notifications.mutedProjectsText')}
        placeholder={muted.length ? '' : t('profile.notifications.mutedProjectsPlaceholder')}
        nothingFoundMessage={t('profile.notifications.noProject')}
        {...markedOptions(projects)}
        value={muted.map(({ id }) => String(id))}
        onChange={ids => mutate({ mutedProjects: ids.map(Number) })}
        searchable
        clearable
        hidePickedOptions
      />
    </SettingsCard>
  )
}

type Mail = Preferences['mail'] | 'daily'

const choices = ['none', 'daily', 'digest', 'each'] as const satisfies Mail[]
const FIRST_SUMMARY = '09:00'

function MailChoice({ preferences: { mail, summaryAt }, onChange }: PreferencesProps) {
  const { t } = useTranslation()
  const { browserZone: timeZone } = useTimeZone()
  const choose = (choice: Mail) =>
    onChange(
      choice === 'daily'
        ? { mail: 'digest', summaryAt: FIRST_SUMMARY, timeZone }
        : { mail: choice, summaryAt: null },
    )
  return (
    <Radio.Group
      label={t('profile.notifications.mail')}
      labelProps={{ fw: 600, fz: 'md' }}
      description={t('profile.notifications.mailText')}
      value={mail !== 'none' && summaryAt ? 'daily' : mail}
      onChange={choice => choose(choice as Mail)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mt={6}>
        {choices.map(choice => (
          <Radio.Card key={choice} value={choice} p="md" className={classes.card}>
            <Stack gap={4} h="100%">
              <Text fw={600} span>
                {t(`profile.notifications.mails.${choice}`)}
              </Text>
              <Text size="sm" c="dimmed" span>
                {t(`profile.notifications.mails.${choice}Text`)}
              </Text>
            </Stack>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

const groups = {
  task: [
    'task.assigned',
    'task.unassigned',
    'task.completed',
    'task.unblocked',
    'task.moved_in',
    'task.moved_out',
    'task.due_changed',
    'task.due_soon',
    'task.overdue',
  ],
  comment: ['comment.created', 'comment.mention'],
  project: [
    'project.member_added',
    'project.member_removed',
    'project.role_changed',
    'project.webhook_disabled',
    'project.automation_paused',
    'automation.notified',
    'invitation.created',
    'invitation.accepted',
  ],
} as const satisfies Record<string, NotificationType[]>

interface MutedTypesProps {
  muted: NotificationType[]
  onChange: (muted: NotificationType[]) => void
}

/** A switch is on if the type is not muted. */
function MutedTypes({ muted, onChange }: MutedTypesProps) {
  const { t } = useTranslation()
  const change = (type: NotificationType, isOn: boolean) => {
    const others = muted.filter(other => other !== type)
    onChange(isOn ? others : [...others, type])
  }
  return (
    <>
      <Text fw={600} mt="xl" mb="sm" component="h3">
        {t('profile.notifications.kinds')}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        {(['task', 'comment', 'project'] as const).map(group => (
          <Fieldset
            key={group}
            variant="unstyled"
            legend={t(`profile.notifications.groups.${group}`)}
            styles={{
              legend: { color: 'var(--mantine-color-dimmed)', fontSize: 'var(--mantine-font-size-sm)' },
            }}
          >
            <Stack gap="sm" mt="xs">
              {groups[group].map(type => (
                <Switch
                  key={type}
                  label={t(`profile.notifications.types.${type}`)}
                  checked={!muted.includes(type)}
                  onChange={event => change(type, event.currentTarget.checked)}
                />
              ))}
            </Stack>
          </Fieldset>
        ))}
      </SimpleGrid>
    </>
  )
}
