import {
  type Action,
  type ActionType,
  MAX_TEXT,
  type RuleChange,
} from '@atrium/tasks/automations/rule.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconTrash } from '@atrium/ui/icons'
import { Card, Group, MultiSelect, Select, Stack, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { RuleNames } from './rule-names.ts'
import { useRuleWords } from './rule-words.ts'

const types = [
  'set_fields',
  'move',
  'assign',
  'add_sticker',
  'remove_sticker',
  'comment',
  'notify',
  'create_from_template',
  'webhook',
] as const satisfies ActionType[]

interface ActionEditorProps {
  action: Action
  /** The place in the list, starting at 1. */
  number: number
  names: RuleNames
  errorOf: (part: string) => string | undefined
  onChange: (action: Action) => void
  /** Undefined for the only action. */
  onRemove: (() => void) | undefined
}

/** One thing that a rule does. */
export function ActionEditor({ action, number, names, errorOf, onChange, onRemove }: ActionEditorProps) {
  const { t } = useTranslation()
  return (
    <Card withBorder padding="sm">
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <Select
            flex={1}
            label={t('automations.action', { number })}
            data={types.map(value => ({ value, label: t(`automations.actions.${value}`) }))}
            value={action.type}
            allowDeselect={false}
            onChange={type => type && onChange(newAction(type))}
          />
          {onRemove && (
            <IconButton
              icon={IconTrash}
              iconSize={18}
              label={t('automations.removeAction', { number })}
              onClick={onRemove}
            />
          )}
        </Group>
        <ActionPart action={action} names={names} errorOf={errorOf} onChange={onChange} />
      </Stack>
    </Card>
  )
}

export function newAction(type: ActionType): Action {
  if (type === 'set_fields') return { type, change: { dueDate: 'today+7' } }
  return type === 'assign' ? { type, assigneeIds: [] } : { type }
}

type PartProps = Pick<ActionEditorProps, 'action' | 'names' | 'errorOf' | 'onChange'>

function ActionPart({ action, names, errorOf, onChange }: PartProps) {
  const { t } = useTranslation()
  const { type } = action
  const record = (
    part: 'columnId' | 'stickerId' | 'templateId' | 'webhookId',
    label: string,
    data: RuleNames['columns'],
  ) => (
    <Select
      label={label}
      data={data}
      value={action[part] === undefined ? null : String(action[part])}
      error={errorOf(part)}
      required
      searchable
      nothingFoundMessage={t('automations.parts.nothing')}
      onChange={id => onChange({ type, ...(id && { [part]: Number(id) }) })}
    />
  )
  const people = (part: 'assigneeIds' | 'userIds', data: RuleNames['people']) => (
    <MultiSelect
      label={t('automations.parts.people')}
      placeholder={
        part === 'assigneeIds' && !action.assigneeIds?.length ? t('automations.parts.nobody') : undefined
      }
      data={data}
      value={(action[part] ?? []).map(String)}
      error={errorOf(part)}
      required={part === 'userIds'}
      searchable
      hidePickedOptions
      onChange={ids => onChange({ ...action, [part]: ids.map(Number) })}
    />
  )
  switch (type) {
    case 'set_fields':
      return <FieldParts action={action} names={names} errorOf={errorOf} onChange={onChange} />
    case 'move':
      return record('columnId', t('automations.parts.column'), names.columns)
    case 'assign':
      return people('assigneeIds', names.assignable)
    case 'add_sticker':
    case 'remove_sticker':
      return record('stickerId', t('automations.parts.sticker'), names.stickers)
    case 'create_from_template':
      return record('templateId', t('automations.parts.template'), names.templates)
    case 'webhook':
      return record('webhookId', t('automations.parts.webhook'), names.webhooks)
    default:
      return (
        <>
          {type === 'notify' && people('userIds', names.people)}
          <Textarea
            label={t('automations.parts.text')}
            description={t('automations.parts.placeholders')}
            value={action.text ?? ''}
            error={errorOf('text')}
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={MAX_TEXT}
            onChange={({ currentTarget }) => onChange({ ...action, text: currentTarget.value })}
          />
        </>
      )
  }
}

const days = ['none', 'today', 'today+1', 'today+3', 'today+7', 'today+14', 'today+30']

/** A day or the priority; what else a rule can set over the API stays as it is. */
function FieldParts({ action, names, errorOf, onChange }: PartProps) {
  const { t } = useTranslation()
  const words = useRuleWords(names)
  const change = action.change ?? {}
  const set = (name: keyof RuleChange, value: unknown) => {
    const { [name]: _, ...others } = change
    onChange({
      ...action,
      change: (value === undefined ? others : { ...others, [name]: value }) as RuleChange,
    })
  }
  const day = (name: 'dueDate' | 'startDate') => {
    const value = change[name]
    const chosen = value === undefined ? null : (value ?? 'none')
    const offered = chosen && !days.includes(chosen) ? [...days, chosen] : days
    return (
      <Select
        label={t(`automations.fields.${name}`)}
        placeholder={t('automations.parts.unchanged')}
        data={offered.map(one => ({ value: one, label: words.day(one === 'none' ? null : one) }))}
        value={chosen}
        error={errorOf(`change.${name}`)}
        clearable
        onChange={one => set(name, one === null ? undefined : one === 'none' ? null : one)}
      />
    )
  }
  return (
    <>
      <Select
        label={t('automations.fields.priorityId')}
        placeholder={t('automations.parts.unchanged')}
        data={names.priorities}
        value={change.priorityId === undefined ? null : String(change.priorityId)}
        error={errorOf('change.priorityId') ?? errorOf('change')}
        clearable
        onChange={id => set('priorityId', id === null ? undefined : Number(id))}
      />
      {day('dueDate')}
      {day('startDate')}
    </>
  )
}
