import { parseFilter } from '@atrium/tasks/views/filter.contract'
import type { FindField } from '@atrium/tasks/views/filter-fields.contract'
import { FilterError } from '@atrium/tasks/views/filter-tokens.contract'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-bar.module.css'

interface FilterTextFormProps {
  text: string
  findField: FindField
  onChange: (text: string) => void
}

/** The filter as a text of the query language, with what is wrong with it. */
export function FilterTextForm({ text, findField, onChange }: FilterTextFormProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState({ text, after: text })
  // The address has changed by other means, such as the back button.
  if (typed.after !== text) setTyped({ text, after: text })
  const error = errorIn(typed.text, findField)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    if (!error) onChange(typed.text.trim())
  }
  return (
    <form onSubmit={apply} className={classes.form}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          size="xs"
          flex={1}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          aria-label={t('views.filter.text')}
          placeholder="assignee = me and due < today+7"
          spellCheck={false}
          autoCapitalize="off"
          value={typed.text}
          error={
            error &&
            t(`views.filter.errors.${error.code}`, {
              position: error.position,
              field: error.params.field ?? '',
              operators: error.params.operators ?? '',
              limit: error.params.limit ?? 0,
            })
          }
          onChange={event => setTyped({ text: event.currentTarget.value, after: text })}
        />
        <Button size="xs" type="submit" disabled={error !== undefined}>
          {t('views.filter.apply')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t('views.filter.hint')}
      </Text>
    </form>
  )
}

function errorIn(text: string, findField: FindField) {
  try {
    parseFilter(text, findField)
    return undefined
  } catch (error) {
    return error instanceof FilterError ? error : undefined
  }
}
