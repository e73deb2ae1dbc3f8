import type { Filter } from '@atrium/tasks/views/filter.contract'
import { type FindField, findFilterField } from '@atrium/tasks/views/filter-fields.contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useConditionWords } from './condition-words.ts'
import { FilterBar, parsed } from './filter-bar.tsx'
import { type FilterFieldInfo, useFilterFields } from './filter-choices.tsx'
import { isGroup, partsOf } from './filter-tree.ts'

interface ConditionProps {
  projectId: number
  text: string
}

/** A filter as the condition of something else, edited as in views. */
export function ConditionField({
  projectId,
  text,
  onChange,
}: ConditionProps & { onChange: (text: string) => void }) {
  const { fields, findField } = useFields(projectId, text)
  return <FilterBar text={text} fields={fields} findField={findField} onChange={onChange} />
}

/** A filter in words; one that cannot be read is shown as it is. */
export function ConditionWords({ projectId, text }: ConditionProps) {
  const { t } = useTranslation()
  const words = useConditionWords()
  const { fields, findField } = useFields(projectId, text)
  const filter = parsed(text, findField)
  const inWords = (part: Filter): string => {
    if ('not' in part) return `${t('views.filter.not')} (${inWords(part.not)})`
    if (isGroup(part)) {
      const word = 'any' in part ? t('views.filter.or') : t('views.filter.and')
      return partsOf(part)
        .map(one => (isGroup(one) ? `(${inWords(one)})` : inWords(one)))
        .join(` ${word} `)
    }
    const field = fields.find(({ name }) => name === part.field)
    return field ? `${field.label}: ${words.condition(part, field)}` : part.field
  }
  return <>{filter ? inWords(filter) : text}</>
}

function useFields(projectId: number, text: string): { fields: FilterFieldInfo[]; findField: FindField } {
  const fields = useFilterFields(projectId, projectId, text)
  const findField = useCallback<FindField>(
    name => findFilterField(name) ?? fields.find(field => field.name === name),
    [fields],
  )
  return { fields, findField }
}
