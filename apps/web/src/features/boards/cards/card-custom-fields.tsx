import type { Card } from '@atrium/tasks/boards/full-board.contract'
import type { CustomField, FieldValue } from '@atrium/tasks/fields/field.contract'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { chosenOptions, fieldWords } from '../../../custom-fields/field-words.ts'
import { useBoard } from '../board/board-context.ts'
import classes from './card-custom-fields.module.css'

/** The fields that are shown on cards; those without a value take no space. */
export function CardCustomFields({ values }: { values: Card['fields'] }) {
  const { t } = useTranslation()
  const { customFields } = useBoard()
  const shown = customFields.filter(
    ({ id, type, showsOnCard }) =>
      showsOnCard && values[id] !== undefined && !(type === 'checkbox' && !values[id]),
  )
  if (shown.length === 0) return null
  return (
    <ul className={classes.fields} aria-label={t('fields.title')}>
      {shown.map(field => (
        <li key={field.id}>
          <CardField field={field} value={values[field.id] as FieldValue} />
        </li>
      ))}
    </ul>
  )
}

function CardField({ field, value }: { field: CustomField; value: FieldValue }) {
  const { t, i18n } = useTranslation()
  const { people, today, formats } = useBoard()
  if (field.type === 'checkbox') return <span className={classes.value}>{field.name}</span>
  const options = chosenOptions(field, value)
  const words = fieldWords(field, value, {
    t,
    language: i18n.language,
    people,
    day: day => formats.day(day, today),
  })
  return (
    <span className={classes.value} title={`${field.name}: ${words}`}>
      <span className={classes.name}>{field.name}: </span>
      {options.length === 0 && words}
      {options.map(({ id, name, color }) => (
        <span key={id} className={classes.option}>
          <i className={classes.dot} style={{ '--option': color } as CSSProperties} />
          {name}
        </span>
      ))}
    </span>
  )
}
