import type { Condition } from '@atrium/tasks/views/filter.contract'
import { type FilterValue, operatorsOf, takesSeveral } from '@atrium/tasks/views/filter-fields.contract'
import { parseDuration } from '@atrium/ui/durations'
import { Button, Group, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { tasksQuery } from '../../../data/tasks/tasks.ts'
import { type Choice, ChoiceList, matching } from '../../../task-text/choice-list.tsx'
import { parseDay } from '../../../task-text/day-words.ts'
import { type Comparison, comparisonOf, useConditionWords } from './condition-words.ts'
import { type FilterFieldInfo, parentChoices, type ValueChoice } from './filter-choices.tsx'

const Calendar = lazy(async () => ({ default: (await import('../../../task-text/calendar.tsx')).Calendar }))

interface ConditionEditorProps {
  field: FilterFieldInfo
  condition: Condition
  onChange: (condition: Condition) => void
  onDone: () => void
}

/** The operator and the values of a condition; changes show in the list at once. */
export function ConditionEditor({ field, condition, onChange, onDone }: ConditionEditorProps) {
  const { t } = useTranslation()
  const words = useConditionWords()
  const shown = comparisonOf(condition, field)
  const offered: Comparison[] = [
    ...operatorsOf[field.kind],
    ...(field.isNullable && !field.choices ? (['empty', 'notEmpty'] as const) : []),
  ]
  const choose = (next: Comparison) => {
    if (next === 'empty' || next === 'notEmpty') {
      return onChange({ ...condition, operator: next === 'empty' ? '=' : '!=', values: [null] })
    }
    const kept = condition.values.filter(value => value !== null || field.choices)
    onChange({ ...condition, operator: next, values: takesSeveral(next) ? kept : kept.slice(0, 1) })
  }
  return (
    <>
      {offered.length > 1 && (
        <Group p="xs" pb={4}>
          <NativeSelect
            size="xs"
            flex={1}
            aria-label={t('views.filter.comparison', { field: field.label })}
            data={offered.map(one => ({ value: one, label: words.comparison(one, field.kind) }))}
            value={shown}
            onChange={event => choose(event.currentTarget.value as Comparison)}
          />
        </Group>
      )}
      {shown !== 'empty' && shown !== 'notEmpty' && (
        <Values field={field} condition={condition} onChange={onChange} onDone={onDone} />
      )}
    </>
  )
}

function Values(props: ConditionEditorProps) {
  if (props.field.kind === 'date') return <DayValue {...props} />
  if (props.field.kind === 'duration') return <TypedValue {...props} parse={parseDuration} />
  if (props.field.kind === 'number') return <TypedValue {...props} parse={parseNumber} />
  if (props.field.kind === 'text' || props.field.kind === 'words')
    return <TypedValue {...props} parse={text => text.trim() || undefined} />
  if (props.field.name === 'parent') return <ParentValues {...props} />
  return <ChosenValues {...props} />
}

function parseNumber(text: string) {
  return /^-?\d{1,15}([.,]\d{1,10})?$/.test(text.trim()) ? Number(text.replace(',', '.')) : undefined
}

/** Any number of records, people, or yes and no. */
function ChosenValues({
  field,
  condition,
  onChange,
  onDone,
  onText,
}: ConditionEditorProps & { onText?: (text: string) => void }) {
  const { t } = useTranslation()
  const yesAndNo = [
    { value: true, label: t('views.filter.yes') },
    { value: false, label: t('views.filter.no') },
  ]
  const choices = (field.choices ?? yesAndNo).map(({ value, label, icon }: ValueChoice): Choice => {
    const isOn = condition.values.includes(value)
    return {
      key: String(value),
      label,
      icon,
      isOn,
      choose: () => {
        if (field.kind === 'boolean') {
          onChange({ ...condition, values: [value] })
          return onDone()
        }
        const others = condition.values.filter(one => one !== value)
        onChange({ ...condition, values: isOn ? others : [...condition.values, value] })
      },
    }
  })
  return (
    <ChoiceList
      label={field.label}
      placeholder={t('views.filter.find')}
      choicesFor={text => matching(choices, text)}
      nothing={t('boards.fields.nothing')}
      isMultiple={field.kind !== 'boolean'}
      onText={onText}
    />
  )
}

const SEARCH_DELAY_MS = 200
const FOUND_TASKS = 20

/** Any task can be a parent, so they are searched for. */
function ParentValues(props: ConditionEditorProps) {
  const { field } = props
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), SEARCH_DELAY_MS)
  const { data: found = [] } = useQuery({
    ...tasksQuery({ search, filter: 'parent = none', orderBy: '-updatedAt', limit: FOUND_TASKS }),
    placeholderData: keepPreviousData,
    select: parentChoices,
  })
  const named = field.choices ?? []
  const others = found.filter(({ value }) => !named.some(one => one.value === value))
  return <ChosenValues {...props} field={{ ...field, choices: [...named, ...others] }} onText={setText} />
}

const relativeDays = ['today', 'today+1', 'today+7', 'today+30', 'today-1', 'today-7', 'today-30']

function DayValue({ field, condition, onChange, onDone }: ConditionEditorProps) {
  const { t, i18n } = useTranslation()
  const words = useConditionWords()
  const today = useToday()
  const [current] = condition.values
  const save = (value: FilterValue) => {
    onChange({ ...condition, values: [value] })
    onDone()
  }
  const choice = (value: string): Choice => ({
    key: value,
    label: words.value(value, field),
    isOn: value === current,
    choose: () => save(value),
  })
  const choicesFor = (text: string) => {
    const known = matching(relativeDays.map(choice), text)
    const day = text ? parseDay(text, today, i18n.language) : undefined
    return day ? [choice(day), ...known] : known
  }
  const fixed = typeof current === 'string' && !current.startsWith('today') ? current : null
  return (
    <>
      <ChoiceList
        label={field.label}
        placeholder={t('boards.fields.duePlaceholder')}
        choicesFor={choicesFor}
        nothing={t('boards.fields.noDay')}
      />
      <Suspense fallback={<Skeleton h={240} m="sm" w="auto" />}>
        <Calendar value={fixed} minDate={null} onChange={day => day && save(day)} />
      </Suspense>
    </>
  )
}

interface TypedValueProps extends ConditionEditorProps {
  parse: (text: string) => FilterValue | undefined
}

function TypedValue({ field, condition, onChange, onDone, parse }: TypedValueProps) {
  const { t } = useTranslation()
  const words = useConditionWords()
  const [first] = condition.values
  const [text, setText] = useState(first == null ? '' : words.value(first, field))
  const value = parse(text)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (value === undefined) return
    onChange({ ...condition, values: [value] })
    onDone()
  }
  return (
    <form onSubmit={save}>
      <Group p="xs" gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          flex={1}
          aria-label={field.label}
          placeholder={t(`views.filter.placeholder.${field.kind as 'text'}`)}
          value={text}
          error={text !== '' && value === undefined && t(`views.filter.placeholder.${field.kind as 'text'}`)}
          onChange={event => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Button size="xs" type="submit" disabled={value === undefined}>
          {t('views.filter.apply')}
        </Button>
      </Group>
    </form>
  )
}
