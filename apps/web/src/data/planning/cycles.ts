import { type Cycle, listCycles } from '@atrium/tasks/cycles/cycle.contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listQuery } from '../../api.ts'
import { useToday } from '../account/user-settings.ts'
import { phaseOf } from './cycle-phase.ts'

const everything = 1000

/** Sorts cycles: unfinished ones by their dates, then finished ones, the latest first. */
export function cyclesQuery(projectId: number) {
  return listQuery(['project', projectId, 'cycles'], listCycles, {
    params: { id: projectId },
    query: { limit: everything },
  })
}

const noCycles: Cycle[] = []

/** Empty until they have been loaded, and while they are not needed. */
export function useCycles(projectId: number, enabled = true) {
  const { data = noCycles } = useQuery({ ...cyclesQuery(projectId), enabled })
  return data
}

/** Returns a function that says when a cycle is: `2–13 Mar`. Empty without dates. */
export function useCycleDays() {
  const { t, i18n } = useTranslation()
  const today = useToday()
  return useMemo(() => {
    const date = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
    const thisYear = new Intl.DateTimeFormat(i18n.language, date)
    const anyYear = new Intl.DateTimeFormat(i18n.language, { ...date, year: 'numeric' })
    return ({ startDate, endDate }: Pick<Cycle, 'startDate' | 'endDate'>) => {
      const isThisYear = [startDate, endDate].every(day => !day || day.startsWith(today.slice(0, 4)))
      const format = isThisYear ? thisYear : anyYear
      if (startDate && endDate) return format.formatRange(new Date(startDate), new Date(endDate))
      if (startDate) return t('cycles.days.from', { day: format.format(new Date(startDate)) })
      return endDate ? t('cycles.days.until', { day: format.format(new Date(endDate)) }) : ''
    }
  }, [t, i18n.language, today])
}

/** Returns a function that says when an upcoming cycle is, and of others whether they are current, ready to be finished, or finished. */
export function useCycleHint() {
  const { t } = useTranslation()
  const today = useToday()
  const daysOf = useCycleDays()
  return (cycle: Cycle) => {
    const phase = phaseOf(cycle, today)
    return (phase === 'next' && daysOf(cycle)) || t(`cycles.phases.${phase}`)
  }
}
