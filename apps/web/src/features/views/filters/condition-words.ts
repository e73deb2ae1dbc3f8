import type { Condition } from '@atrium/tasks/views/filter.contract'
import type { FieldKind, FilterValue, Operator } from '@atrium/tasks/views/filter-fields.contract'
import { createDurationFormat } from '@atrium/ui/durations'
import { useTranslation } from 'react-i18next'
import { dayInWords } from '../../../data/days.ts'
import type { FilterFieldInfo } from './filter-choices.tsx'

/** What the builder offers: the operators of the language, and two for missing values. */
export type Comparison = Operator | 'empty' | 'notEmpty'

const wordOf = {
  '=': 'is',
  '!=': 'isNot',
  '~': 'contains',
  '!~': 'containsNot',
  empty: 'empty',
  notEmpty: 'notEmpty',
} as const

const ofDates = { '<': 'before', '<=': 'until', '>': 'after', '>=': 'from' } as const
const ofNumbers = { '<': 'less', '<=': 'atMost', '>': 'more', '>=': 'atLeast' } as const

/** The texts of conditions. */
export function useConditionWords() {
  const { t, i18n } = useTranslation()
  const duration = createDurationFormat(i18n.language)
  const comparison = (one: Comparison, kind: FieldKind) => {
    const words: Partial<Record<Comparison, string>> = {
      ...wordOf,
      ...(kind === 'date' ? ofDates : ofNumbers),
    }
    return t(`views.operators.${words[one] as (typeof wordOf)['=']}`)
  }
  const day = (value: string) => {
    if (!value.startsWith('today')) {
      return dayInWords(value, i18n.language, { day: 'numeric', month: 'short', year: 'numeric' })
    }
    const days = Number(value.slice('today'.length))
    return new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(days, 'day')
  }
  const value = (one: FilterValue, { kind, choices }: FilterFieldInfo) => {
    const chosen = choices?.find(choice => choice.value === one || choice.name === one)
    if (chosen) return chosen.label
    if (one === null) return t('views.filter.none')
    if (kind === 'date') return day(String(one))
    if (kind === 'duration') return duration(Number(one))
    if (kind === 'boolean') return t(one ? 'views.filter.yes' : 'views.filter.no')
    return String(one)
  }
  const condition = ({ field: name, operator, values }: Condition, field: FilterFieldInfo) => {
    const shown = comparisonOf({ operator, values }, field)
    // “Completed: No” reads better than “Completed is empty”.
    if (name === 'completed' && shown === 'empty') return t('views.filter.no')
    if (name === 'completed' && shown === 'notEmpty') return t('views.filter.yes')
    if (shown === 'empty' || shown === 'notEmpty') return comparison(shown, field.kind)
    const list = values.map(one => value(one, field)).join(', ')
    // “Priority: High” reads better than “Priority is High”.
    return operator === '=' ? list : `${comparison(operator, field.kind)} ${list}`
  }
  return { comparison, value, condition }
}

/** Records and people have “none” among their choices instead. */
export function comparisonOf(
  { operator, values }: Pick<Condition, 'operator' | 'values'>,
  { choices }: FilterFieldInfo,
): Comparison {
  const isEmpty = !choices && values.length === 1 && values[0] === null
  if (!isEmpty) return operator
  return operator === '=' ? 'empty' : 'notEmpty'
}
