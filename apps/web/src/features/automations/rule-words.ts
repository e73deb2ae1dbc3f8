import type { Action, RuleChange, Trigger } from '@atrium/tasks/automations/rule.contract'
import { useTranslation } from 'react-i18next'
import { nameIn, type RuleNames } from './rule-names.ts'
import { scheduleOf, type Weekday, weekdays } from './schedule-text.ts'

/** The parts of a rule in words. */
export function useRuleWords(names: RuleNames) {
  const { t, i18n } = useTranslation()
  const field = (name: string) =>
    name.startsWith('cf') ? nameIn(names.fields, name) : t(`automations.fields.${name as 'title'}`)
  const day = (value: string | null) => dayWords(value, i18n.language) ?? t('automations.noDate')

  const trigger = ({ type, columnId, field: name, state, at }: Trigger) => {
    switch (type) {
      case 'entered_column':
        return t('automations.when.entered_column', { column: nameIn(names.columns, columnId) })
      case 'field_changed':
        return name
          ? t('automations.when.field_changed', { field: field(name) })
          : t('automations.when.changed')
      case 'git_event':
        return state ? t(`automations.when.git_${state}`) : t('automations.when.git_event')
      case 'due_reached':
        return t('automations.when.due_reached')
      case 'schedule': {
        const { days, time, cron } = scheduleOf(at)
        if (cron) return t('automations.when.cron', { cron })
        return days.length > 0
          ? t('automations.when.onDays', { days: listedDays(days, i18n.language), time })
          : t('automations.when.daily', { time })
      }
      default:
        return t(`automations.when.${type}`)
    }
  }

  const change = (changed: RuleChange) =>
    Object.entries(changed)
      .map(([name, value]) => {
        if (name === 'priorityId')
          return t('automations.effects.set', {
            field: field(name),
            value: nameIn(names.priorities, value as number),
          })
        if (name === 'dueDate' || name === 'startDate')
          return t('automations.effects.set', { field: field(name), value: day(value as string | null) })
        return t('automations.effects.change', { field: name === 'fields' ? t('fields.title') : field(name) })
      })
      .join(', ')

  const action = (one: Action) => {
    const people = (ids: number[] = []) => ids.map(id => nameIn(names.people, id)).join(', ')
    switch (one.type) {
      case 'set_fields':
        return change(one.change ?? {})
      case 'move':
        return t('automations.effects.move', { column: nameIn(names.columns, one.columnId) })
      case 'assign':
        return one.assigneeIds?.length
          ? t('automations.effects.assign', { people: people(one.assigneeIds) })
          : t('automations.effects.unassign')
      case 'add_sticker':
      case 'remove_sticker':
        return t(`automations.effects.${one.type}`, { sticker: nameIn(names.stickers, one.stickerId) })
      case 'comment':
        return t('automations.effects.comment', { text: one.text ?? '' })
      case 'notify':
        return t('automations.effects.notify', { people: people(one.userIds) })
      case 'create_from_template':
        return t('automations.effects.create_from_template', {
          template: nameIn(names.templates, one.templateId),
        })
      default:
        return t('automations.effects.webhook', { host: nameIn(names.webhooks, one.webhookId) })
    }
  }

  return { trigger, action, field, day }
}

/** “Понедельник, четверг”: only the first word begins a sentence, and some languages write days in lower case. */
function listedDays(days: Weekday[], language: string) {
  const { format } = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // 1 January 2024 was a Monday.
  const listed = days.map(day => format(Date.UTC(2024, 0, weekdays.indexOf(day) + 1))).join(', ')
  return listed.charAt(0).toLocaleUpperCase(language) + listed.slice(1)
}

/** `today+3` as “in 3 days”, and a date as it is; undefined for no date. */
function dayWords(value: string | null, language: string) {
  if (value === null) return undefined
  if (!value.startsWith('today')) return value
  const days = Number(value.slice('today'.length))
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
}
