import { Group } from '@mantine/core'
import type { ComponentProps } from 'react'
import { CommandPalette } from '../features/command-palette/command-palette.tsx'
import { LiveNotifications, NotificationBell } from '../features/notifications/notification-bell.tsx'
import { LiveTimer, TimerPill } from '../features/time-tracking/timer.tsx'

/** What is at hand on every page: search, the running timer, notifications. */
export function HeaderTools(actions: ComponentProps<typeof CommandPalette>) {
  return (
    <Group gap="clamp(0rem, 0.7vw, 0.5rem)" wrap="nowrap">
      <CommandPalette {...actions} />
      <TimerPill />
      <NotificationBell />
      <LiveTimer />
      <LiveNotifications />
    </Group>
  )
}
