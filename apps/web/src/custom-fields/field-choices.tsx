import type { CustomField, FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import { IconX } from '@atrium/ui/icons'
import { Box, Button, ColorSwatch, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Choice, ChoiceList, matching } from '../task-text/choice-list.tsx'
import { PersonChoices } from '../task-text/record-choices.tsx'
import { DayChoices } from '../task-text/value-choices.tsx'
import { FieldInput } from './field-input.tsx'

interface FieldChoicesProps {
  field: CustomField
  members: Member[]
  value: FieldValue | null
  /** Whether there are several tasks with different values: there is always something to clear. */
  isMixed?: boolean
  today: string
  dayText: (day: string) => string
  onChange: (value: FieldValue | null) => void
  onDone: () => void
}

/** The value of a custom field as lists, which need no second popover where they are already in one. */
export function FieldChoices(props: FieldChoicesProps) {
  const { field, members, value, isMixed, today, dayText, onChange, onDone } = props
  const { t } = useTranslation()
  const choose = (next: FieldValue | null) => {
    onDone()
    onChange(next)
  }
  const noneLabel = field.isRequired ? undefined : t('fields.clear', { name: field.name })
  switch (field.type) {
    case 'select':
    case 'multi_select':
      return <OptionChoices {...props} noneLabel={noneLabel} onChoose={choose} />
    case 'person':
      return (
        <PersonChoices
          label={field.name}
          members={members}
          value={value === null && !isMixed ? null : Number(value)}
          noneLabel={noneLabel}
          onChoose={choose}
        />
      )
    case 'date':
      return (
        <DayChoices
          label={field.name}
          noneLabel={noneLabel}
          value={value === null ? null : String(value)}
          isMixed={isMixed}
          minDate={null}
          today={today}
          dayText={dayText}
          onChoose={choose}
        />
      )
    default:
      return <LineForm field={field} value={value} onSubmit={choose} />
  }
}

interface OptionChoicesProps extends FieldChoicesProps {
  noneLabel: string | undefined
  onChoose: (value: FieldValue | null) => void
}

/** Stays open if there can be several. */
function OptionChoices({ field, value, isMixed, noneLabel, onChange, onChoose }: OptionChoicesProps) {
  const { t } = useTranslation()
  const isMultiple = field.type === 'multi_select'
  const chosen = value === null ? [] : ([value].flat() as number[])
  const toggle = (id: number) => {
    const next = chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id]
    // A required field keeps its last option.
    if (next.length > 0 || !field.isRequired) onChange(next.length > 0 ? next.toSorted(byNumber) : null)
  }
  const options = field.options.map(
    ({ id, name, color }): Choice => ({
      key: String(id),
      label: name,
      icon: <ColorSwatch color={color} size={12} withShadow={false} aria-hidden="true" />,
      isOn: chosen.includes(id),
      choose: () => (isMultiple ? toggle(id) : onChoose(id)),
    }),
  )
  const none = noneLabel !== undefined &&
    (value !== null || isMixed) && {
      key: 'none',
      label: noneLabel,
      icon: <IconX size={16} stroke={1.75} />,
      choose: () => onChoose(null),
    }
  return (
    <ChoiceList
      label={field.name}
      placeholder={t('fields.choose')}
      choicesFor={text => matching(none ? [...options, none] : options, text)}
      nothing={t('fields.noOption')}
      withDigits={!isMultiple}
      isMultiple={isMultiple}
    />
  )
}

function byNumber(one: number, other: number) {
  return one - other
}

interface LineFormProps {
  field: CustomField
  value: FieldValue | null
  onSubmit: (value: FieldValue | null) => void
}

/** Text, a number or an address: saved with Enter. */
function LineForm({ field, value, onSubmit }: LineFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(value)
  const [isRefused, setIsRefused] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isMissing = draft === null && field.isRequired
    const isBadLink = draft !== null && field.type === 'url' && !isWebAddress(String(draft))
    setIsRefused(isMissing || isBadLink)
    if (!isMissing && !isBadLink) onSubmit(draft)
  }
  const error = t(field.type === 'url' ? 'fields.urlExpected' : 'fields.valueExpected')
  return (
    <Box component="form" p="xs" onSubmit={submit} noValidate>
      <FieldInput
        field={field}
        value={draft}
        isForm
        error={isRefused ? error : undefined}
        onChange={setDraft}
      />
      <Group justify="flex-end" mt="xs">
        <Button size="xs" type="submit">
          {t('actions.save')}
        </Button>
      </Group>
    </Box>
  )
}

function isWebAddress(text: string) {
  return /^https?:\/\/\S/i.test(text) && URL.canParse(text)
}
