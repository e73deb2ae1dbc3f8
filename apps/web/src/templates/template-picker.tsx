import type { TemplatePreview } from '@atrium/tasks/templates/content/template.contract'
import { Input, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { builtInTemplatesQuery, type ChosenTemplate, templatesQuery } from './template.queries.ts'
import classes from './template-picker.module.css'

interface TemplatePickerProps {
  kind: 'board' | 'project'
  /** The project of a new board. */
  projectId?: number
  value: ChosenTemplate | undefined
  onChange: (template: ChosenTemplate | undefined) => void
}

interface Choice {
  id: string
  name: string
  description: string | null
  preview: TemplatePreview
  source: ChosenTemplate['source']
}

/** Pictures of the columns; the first choice is a board with the usual columns. */
export function TemplatePicker({ kind, projectId, value, onChange }: TemplatePickerProps) {
  const { t } = useTranslation()
  const id = useId()
  const choices = useChoices(kind, projectId)
  const chosen = choices.find(({ source }) => value && isSame(source, value.source))
  const withTasks = value?.withTasks ?? true
  const plainColumns = t('projects.boards.columnsDefault')
    .split(', ')
    .map((title, index, { length }) => ({ title, isDone: index === length - 1, taskCount: 0 }))
  return (
    <Input.Wrapper label={t('templates.picker.label')} labelElement="div" labelProps={{ id }}>
      <div role="radiogroup" aria-labelledby={id} className={classes.choices}>
        <Option
          name={id}
          label={t(`templates.picker.plain.${kind}`)}
          columns={plainColumns}
          isChosen={!chosen}
          onChoose={() => onChange(undefined)}
        />
        {choices.map(choice => (
          <Option
            key={choice.id}
            name={id}
            label={choice.name}
            columns={choice.preview.columns}
            isChosen={choice === chosen}
            onChoose={() => onChange({ source: choice.source, withTasks })}
          />
        ))}
      </div>
      {!chosen && kind === 'project' && (
        <div className={classes.details}>
          <Text size="sm">{t('templates.picker.plainText')}</Text>
          <Text size="sm" c="dimmed">
            {plainColumns.map(({ title }) => title).join(' · ')}
          </Text>
        </div>
      )}
      {chosen && value && (
        <div className={classes.details}>
          <Text size="sm">{chosen.description}</Text>
          <Text size="sm" c="dimmed">
            {chosen.preview.columns.map(({ title }) => title).join(' · ')}
          </Text>
          {chosen.preview.taskCount > 0 && (
            <Switch
              mt="xs"
              label={t('templates.picker.withTasks', { count: chosen.preview.taskCount })}
              checked={withTasks}
              onChange={event => onChange({ ...value, withTasks: event.currentTarget.checked })}
            />
          )}
        </div>
      )}
    </Input.Wrapper>
  )
}

/** Own and shared ones come first. */
function useChoices(kind: 'board' | 'project', projectId: number | undefined): Choice[] {
  const { i18n } = useTranslation()
  const { data: saved = [] } = useQuery(templatesQuery(projectId))
  const { data: builtIn = [] } = useQuery(builtInTemplatesQuery(kind, i18n.resolvedLanguage ?? 'en'))
  return [
    ...saved
      .filter(template => template.kind === kind)
      .map(template => ({ ...template, id: String(template.id), source: { templateId: template.id } })),
    ...builtIn.map(template => ({ ...template, id: template.key, source: { builtIn: template.key } })),
  ]
}

function isSame(one: ChosenTemplate['source'], other: ChosenTemplate['source']) {
  return JSON.stringify(one) === JSON.stringify(other)
}

interface OptionProps {
  name: string
  label: string
  columns?: TemplatePreview['columns']
  isChosen: boolean
  onChoose: () => void
}

function Option({ name, label, columns = [], isChosen, onChoose }: OptionProps) {
  return (
    <label className={classes.choice}>
      <input type="radio" name={name} className={classes.radio} checked={isChosen} onChange={onChoose} />
      <TemplatePicture columns={columns} />
      <span className={classes.name}>{label}</span>
    </label>
  )
}

const MAX_COLUMNS = 6
const MAX_CARDS = 3

/** Its columns side by side, with some of their cards. */
export function TemplatePicture({ columns }: { columns: TemplatePreview['columns'] }) {
  return (
    <span className={classes.picture} aria-hidden="true" data-empty={columns.length === 0 || undefined}>
      {columns.slice(0, MAX_COLUMNS).map(({ title, isDone, taskCount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and the list never changes
        <span key={`${index} ${title}`} className={classes.column} data-done={isDone || undefined}>
          {Array.from({ length: Math.min(taskCount, MAX_CARDS) }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have nothing else
            <span key={card} className={classes.card} />
          ))}
        </span>
      ))}
    </span>
  )
}
