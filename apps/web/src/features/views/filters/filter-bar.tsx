import { type Condition, type Filter, parseFilter } from '@atrium/tasks/views/filter.contract'
import type { FindField } from '@atrium/tasks/views/filter-fields.contract'
import { printFilter } from '@atrium/tasks/views/filter-text.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconCode } from '@atrium/ui/icons'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './filter-bar.module.css'
import type { FilterFieldInfo } from './filter-choices.tsx'
import { type Draft, FilterGroup } from './filter-group.tsx'
import { FilterTextForm } from './filter-text-form.tsx'
import { addAt, asGroup, flipAt, joinAt, replaceAt, simplified } from './filter-tree.ts'

interface FilterBarProps {
  text: string
  fields: FilterFieldInfo[]
  findField: FindField
  onChange: (text: string) => void
}

/** Conditions as chips, in groups; or the text of the query language. */
export function FilterBar({ text, fields, findField, onChange }: FilterBarProps) {
  const { t } = useTranslation()
  const filter = useMemo(() => parsed(text, findField), [text, findField])
  const [isText, setIsText] = useState(filter === undefined)
  /** A condition that has no values yet is not part of the address. */
  const [draft, setDraft] = useState<Draft>()
  const [opened, setOpened] = useState<string>()
  const root = filter && asGroup(filter)
  const textSwitch = {
    variant: isText ? 'light' : 'subtle',
    color: isText ? undefined : 'gray',
    'aria-pressed': isText,
    disabled: !root,
    onClick: () => setIsText(!isText),
  }
  const isEmpty = text === '' && !draft && !isText
  const save = (next: Filter | undefined) => onChange(printFilter(simplified(next), findField))
  const keepDraft = (condition: Condition) => {
    if (!draft || !root) return
    setDraft(undefined)
    save(draft.isJoined ? joinAt(root, draft.path, condition) : addAt(root, draft.path, condition))
  }
  return (
    <search className={classes.bar} data-empty={isEmpty || undefined} aria-label={t('views.filter.label')}>
      {isText || !root ? (
        <FilterTextForm text={text} findField={findField} onChange={onChange} />
      ) : (
        <FilterGroup
          group={root}
          path={[]}
          fields={fields}
          opened={opened}
          onOpen={setOpened}
          draft={draft}
          onDraft={setDraft}
          onKeepDraft={keepDraft}
          onReplace={(path, next) => save(replaceAt(root, path, next))}
          onFlip={path => save(flipAt(root, path))}
        />
      )}
      <div className={classes.actions}>
        {text !== '' && (
          <Button variant="subtle" size="xs" px="xs" fw={500} onClick={() => onChange('')}>
            {t('views.filter.clear')}
          </Button>
        )}
        <Button
          visibleFrom="sm"
          size="xs"
          px="xs"
          fw={500}
          leftSection={<IconCode size={16} />}
          {...textSwitch}
        >
          {t('views.filter.asText')}
        </Button>
        <IconButton
          hiddenFrom="sm"
          icon={IconCode}
          size={30}
          label={t('views.filter.asText')}
          {...textSwitch}
        />
      </div>
    </search>
  )
}

/** Undefined if the text is not a filter. */
export function parsed(text: string, findField: FindField) {
  try {
    return parseFilter(text, findField)
  } catch {
    return undefined
  }
}
