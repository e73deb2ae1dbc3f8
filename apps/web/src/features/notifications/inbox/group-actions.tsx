import { IconButton } from '@atrium/ui/icon-button'
import { IconArrowBackUp, IconCheck, IconClockPause } from '@atrium/ui/icons'
import { Menu, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InboxGroup } from './inbox.queries.ts'
import { useGroupWords } from './inbox-words.ts'
import { momentText, type SnoozeChoice, snoozeChoices, snoozeTime } from './snooze-times.ts'

export interface GroupActionsProps {
  group: InboxGroup
  timeZone: string
  onFinish: (group: InboxGroup) => void
  onSnooze: (group: InboxGroup, choice: SnoozeChoice) => void
  onReopen: (group: InboxGroup) => void
}

/** Done and snooze; a group that is done or snoozed can come back. */
export function GroupActions({ group, timeZone, onFinish, onSnooze, onReopen }: GroupActionsProps) {
  const { t, i18n } = useTranslation()
  const title = useGroupWords().titleOf(group)
  const button = { size: 36, iconSize: 20 } as const
  const isAway = Boolean(group.doneAt || group.snoozedUntil)
  return (
    <>
      {isAway && (
        <IconButton
          {...button}
          icon={IconArrowBackUp}
          tooltip={t('notifications.inbox.reopen')}
          label={`${t('notifications.inbox.reopen')}: ${title}`}
          onClick={() => onReopen(group)}
        />
      )}
      {!group.doneAt && (
        <IconButton
          {...button}
          icon={IconCheck}
          tooltip={`${t('notifications.inbox.finish')} (E)`}
          label={`${t('notifications.inbox.finish')}: ${title}`}
          onClick={() => onFinish(group)}
        />
      )}
      {!isAway && (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton
              {...button}
              icon={IconClockPause}
              label={`${t('notifications.inbox.snooze')}: ${title}`}
            />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('notifications.inbox.snoozeUntil')}</Menu.Label>
            {snoozeChoices.map(choice => (
              <Menu.Item
                key={choice}
                onClick={() => onSnooze(group, choice)}
                rightSection={
                  <Text size="xs" c="dimmed" ms="md">
                    {momentText(snoozeTime(choice, timeZone), i18n.language, timeZone)}
                  </Text>
                }
              >
                {t(`notifications.inbox.snoozeChoices.${choice}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
