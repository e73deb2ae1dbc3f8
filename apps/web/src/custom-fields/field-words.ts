import type { CustomField, FieldType, FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import { fullName } from '@atrium/ui/format'
import {
  IconCalendarEvent,
  IconCheckbox,
  IconCircleDot,
  IconHash,
  IconLetterCase,
  IconLink,
  IconListCheck,
  IconUser,
} from '@atrium/ui/icons'
import type { TFunction } from 'i18next'

export const fieldIcons = {
  text: IconLetterCase,
  number: IconHash,
  date: IconCalendarEvent,
  checkbox: IconCheckbox,
  select: IconCircleDot,
  multi_select: IconListCheck,
  person: IconUser,
  url: IconLink,
} satisfies Record<FieldType, unknown>

export const fieldTypes = Object.keys(fieldIcons) as FieldType[]

interface Words {
  t: TFunction
  language: string
  people: Map<number, Member['user']>
  day: (day: string) => string
}

/** A value as people read it. */
export function fieldWords(field: Pick<CustomField, 'type' | 'options'>, value: FieldValue, words: Words) {
  const { t, language, people, day } = words
  switch (field.type) {
    case 'number':
      return new Intl.NumberFormat(language, { maximumFractionDigits: 10 }).format(Number(value))
    case 'date':
      return day(String(value))
    case 'checkbox':
      return value ? t('fields.yes') : t('fields.no')
    case 'select':
    case 'multi_select':
      return chosenOptions(field, value)
        .map(({ name }) => name)
        .join(', ')
    case 'person': {
      const person = people.get(Number(value))
      return person ? fullName(person) : t('tasks.words.formerMember')
    }
    case 'url':
      return String(value).replace(/^https?:\/\/(www\.)?/, '')
    case 'text':
      return String(value)
  }
}

export function chosenOptions({ options }: Pick<CustomField, 'options'>, value: FieldValue | undefined) {
  const ids = [value].flat()
  return options.filter(({ id }) => ids.includes(id))
}
