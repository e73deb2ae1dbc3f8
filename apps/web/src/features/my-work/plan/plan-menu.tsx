import { IconButton } from '@atrium/ui/icon-button'
import {
  IconArrowDown,
  IconArrowUp,
  IconCalendarEvent,
  IconCalendarPlus,
  IconCalendarX,
  IconCheck,
  IconSun,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { addDays, dayInWords } from '../../../data/days.ts'
import type { PlannableTask } from './plan-changes.ts'

/** The days that are offered, from today on. */
const OFFERED_DAYS = 7

interface PlanMenuProps {
  task: PlannableTask
  today: string
  plannedFor?: string | undefined
  onPlace: (day: string) => void
  onRemove?: (() => void) | undefined
  /** Moves the task within its day; undefined at the end of the day. */
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
}

/** Plans a task without dragging it. */
export function PlanMenu({ task, today, plannedFor, onPlace, onRemove, onUp, onDown }: PlanMenuProps) {
  const { t, i18n } = useTranslation()
  const days = Array.from({ length: OFFERED_DAYS }, (_, index) => addDays(today, index))
  const nameOf = (day: string) => {
    if (day === today) return t('plan.menu.today')
    if (day === addDays(today, 1)) return t('plan.menu.tomorrow')
    return dayInWords(day, i18n.language, { weekday: 'long', day: 'numeric', month: 'long' })
  }
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <IconButton
          icon={plannedFor ? IconCalendarEvent : IconCalendarPlus}
          label={t('plan.menu.open', { title: task.title })}
          tooltip={t('plan.menu.tooltip')}
          c={plannedFor ? undefined : 'dimmed'}
          data-plan-menu
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('plan.menu.title')}</Menu.Label>
        {days.map(day => (
          <MenuItem
            key={day}
            icon={iconOf(day, { today, plannedFor })}
            label={nameOf(day)}
            aria-current={day === plannedFor ? 'date' : undefined}
            onClick={() => day !== plannedFor && onPlace(day)}
          />
        ))}
        {(onUp || onDown) && (
          <>
            <Menu.Divider />
            <MenuItem icon={IconArrowUp} label={t('plan.menu.up')} disabled={!onUp} onClick={onUp} />
            <MenuItem icon={IconArrowDown} label={t('plan.menu.down')} disabled={!onDown} onClick={onDown} />
          </>
        )}
        {onRemove && (
          <>
            <Menu.Divider />
            <MenuItem icon={IconCalendarX} label={t('plan.menu.remove')} onClick={onRemove} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function iconOf(day: string, { today, plannedFor }: { today: string; plannedFor: string | undefined }) {
  if (day === plannedFor) return IconCheck
  return day === today ? IconSun : IconCalendarEvent
}
