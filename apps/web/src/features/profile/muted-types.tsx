import type { NotificationType } from '@atrium/tasks/notifications/notification.contract'
import { Fieldset, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const groups = {
  task: [
    'task.assigned',
    'task.unassigned',
    'task.completed',
    'task.due_changed',
    'task.due_soon',
    'task.overdue',
  ],
  comment: ['comment.created', 'comment.mention'],
  project: [
    'project.member_added',
    'project.member_removed',
    'project.role_changed',
    'invitation.created',
    'invitation.accepted',
  ],
} as const satisfies Record<string, NotificationType[]>

interface MutedTypesProps {
  muted: NotificationType[]
  onChange: (muted: NotificationType[]) => void
}

/** A switch that is on is a kind that is told. */
export function MutedTypes({ muted, onChange }: MutedTypesProps) {
  const { t } = useTranslation()
  const change = (type: NotificationType, isTold: boolean) => {
    const others = muted.filter(other => other !== type)
    onChange(isTold ? others : [...others, type])
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
