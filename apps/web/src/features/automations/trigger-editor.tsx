import { type Trigger, type TriggerType, watchedFields } from '@atrium/tasks/automations/rule.contract'
import { MultiSelect, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RuleNames } from './rule-names.ts'
import { scheduleOf, scheduleText, type Weekday, weekdays } from './schedule-text.ts'

const types = [
  'created',
  'entered_column',
  'field_changed',
  'completed',
  'commented',
  'due_reached',
  'checklist_done',
  'git_event',
  'schedule',
  'button',
] as const satisfies TriggerType[]
const states = ['open', 'draft', 'merged', 'closed'] as const
/** Both say who is on a task; one of them is enough here. */
const offeredFields = watchedFields.filter(name => name !== 'assigneeId')

interface TriggerEditorProps {
  trigger: Trigger
  names: RuleNames
  errorOf: (part: string) => string | undefined
  onChange: (trigger: Trigger) => void
}

/** What starts a rule. */
export function TriggerEditor({ trigger, names, errorOf, onChange }: TriggerEditorProps) {
  const { t } = useTranslation()
  const { type } = trigger
  return (
    <>
      <Select
        label={t('automations.trigger')}
        data={types.map(value => ({ value, label: t(`automations.triggers.${value}`) }))}
        value={type}
        allowDeselect={false}
        onChange={value => value && onChange(newTrigger(value))}
      />
      <TriggerPart trigger={trigger} names={names} errorOf={errorOf} onChange={onChange} />
    </>
  )
}

function newTrigger(type: TriggerType): Trigger {
  if (type === 'schedule') return { type, at: 'mon 09:00', timeZone: ownTimeZone() }
  return type === 'due_reached' ? { type, at: '09:00', timeZone: ownTimeZone() } : { type }
}

export function ownTimeZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

function TriggerPart({ trigger, names, errorOf, onChange }: TriggerEditorProps) {
  const { t } = useTranslation()
  switch (trigger.type) {
    case 'entered_column':
      return (
        <Select
          label={t('automations.parts.column')}
          data={names.columns}
          value={trigger.columnId === undefined ? null : String(trigger.columnId)}
          error={errorOf('columnId')}
          required
          searchable
          onChange={id => onChange({ type: trigger.type, ...(id && { columnId: Number(id) }) })}
        />
      )
    case 'field_changed':
      return (
        <Select
          label={t('automations.parts.field')}
          placeholder={t('automations.parts.anyField')}
          data={[
            ...offeredFields.map(value => ({
              value: value as string,
              label: t(`automations.fields.${value}`),
            })),
            ...names.fields,
          ]}
          value={trigger.field ?? null}
          error={errorOf('field')}
          clearable
          searchable
          onChange={field => onChange({ type: trigger.type, ...(field && { field }) })}
        />
      )
    case 'git_event':
      return (
        <Select
          label={t('automations.parts.state')}
          placeholder={t('automations.parts.anyState')}
          data={states.map(value => ({ value, label: t(`automations.states.${value}`) }))}
          value={trigger.state ?? null}
          clearable
          onChange={state => onChange({ type: trigger.type, ...(state && { state }) })}
        />
      )
    case 'due_reached':
      return (
        <TextInput
          type="time"
          label={t('automations.parts.time')}
          description={trigger.timeZone}
          value={trigger.at ?? '00:00'}
          error={errorOf('at')}
          onChange={({ currentTarget }) => onChange({ ...trigger, at: currentTarget.value || '00:00' })}
        />
      )
    case 'schedule':
      return <ScheduleParts trigger={trigger} errorOf={errorOf} onChange={onChange} />
    case 'button':
      return (
        <Text size="sm" c="dimmed">
          {t('automations.buttonText')}
        </Text>
      )
    default:
      return null
  }
}

function ScheduleParts({ trigger, errorOf, onChange }: Omit<TriggerEditorProps, 'names'>) {
  const { t } = useTranslation()
  const { days, time, cron } = scheduleOf(trigger.at)
  const change = (at: string) => onChange({ ...trigger, at })
  if (cron !== undefined) {
    return (
      <TextInput
        label={t('automations.parts.cron')}
        description={trigger.timeZone}
        value={cron}
        error={errorOf('at')}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    )
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      <TextInput
        type="time"
        label={t('automations.parts.time')}
        description={trigger.timeZone}
        value={time}
        error={errorOf('at')}
        onChange={({ currentTarget }) => change(scheduleText(days, currentTarget.value || '09:00'))}
      />
      <MultiSelect
        label={t('automations.parts.days')}
        placeholder={days.length === 0 ? t('automations.parts.everyDay') : undefined}
        data={weekdays.map(value => ({ value, label: t(`automations.days.${value}`) }))}
        value={days}
        onChange={value => change(scheduleText(value as Weekday[], time))}
      />
    </SimpleGrid>
  )
}
