import type { CustomField, FieldValue } from '@atrium/tasks/fields/field.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { BulkChange } from '@atrium/tasks/tasks/bulk/bulk.contract'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowLeft,
  IconArrowRight,
  IconCalendarEvent,
  IconCircleCheck,
  IconClock,
  IconRestore,
  IconRotateClockwise,
  IconTrash,
  IconUserMinus,
  IconUserPlus,
} from '@atrium/ui/icons'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldChoices } from '../../../custom-fields/field-choices.tsx'
import { fieldIcons } from '../../../custom-fields/field-words.ts'
import { type Choice, ChoiceList, matching } from '../../../task-text/choice-list.tsx'

type FieldName =
  | 'assignee'
  | 'priority'
  | 'due'
  | 'stickers'
  | 'move'
  | 'start'
  | 'estimate'
  | 'shift'
  | 'addPerson'
  | 'removePerson'
  | 'cycle'

/** `cf12` edits the custom field 12. */
export type EditorName = FieldName | 'more' | `cf${number}`

const icon = { size: 16, stroke: 1.75 }

interface MoreActionsProps {
  customFields: CustomField[]
  onOpen: (editor: EditorName) => void
  onChoose: (change: BulkChange) => void
}

/** Everything that has no button of its own. */
export function MoreActions({ customFields, onOpen, onChoose }: MoreActionsProps) {
  const { t } = useTranslation()
  const choices: Choice[] = [
    {
      key: 'addPerson',
      label: t('bulk.actions.addPerson'),
      icon: <IconUserPlus {...icon} />,
      choose: () => onOpen('addPerson'),
    },
    {
      key: 'removePerson',
      label: t('bulk.actions.removePerson'),
      icon: <IconUserMinus {...icon} />,
      choose: () => onOpen('removePerson'),
    },
    {
      key: 'cycle',
      label: t('bulk.actions.cycle'),
      icon: <IconRotateClockwise {...icon} />,
      choose: () => onOpen('cycle'),
    },
    {
      key: 'start',
      label: t('bulk.actions.start'),
      icon: <IconCalendarEvent {...icon} />,
      choose: () => onOpen('start'),
    },
    {
      key: 'shift',
      label: t('bulk.actions.shift'),
      icon: <IconArrowRight {...icon} />,
      choose: () => onOpen('shift'),
    },
    {
      key: 'estimate',
      label: t('bulk.actions.estimate'),
      icon: <IconClock {...icon} />,
      choose: () => onOpen('estimate'),
    },
    ...customFields.map((field): Choice => {
      const Icon = fieldIcons[field.type]
      return {
        key: `cf${field.id}`,
        label: field.name,
        icon: <Icon {...icon} />,
        choose: () => onOpen(`cf${field.id}`),
      }
    }),
    {
      key: 'complete',
      label: t('bulk.actions.complete'),
      icon: <IconCircleCheck {...icon} />,
      choose: () => onChoose({ isCompleted: true }),
    },
    {
      key: 'reopen',
      label: t('bulk.actions.reopen'),
      icon: <IconRestore {...icon} />,
      choose: () => onChoose({ isCompleted: false }),
    },
    {
      key: 'archive',
      label: t('bulk.actions.archive'),
      icon: <IconArchive {...icon} />,
      choose: () => onChoose({ isArchived: true }),
    },
    {
      key: 'unarchive',
      label: t('bulk.actions.unarchive'),
      icon: <IconArchiveOff {...icon} />,
      choose: () => onChoose({ isArchived: false }),
    },
    {
      key: 'delete',
      label: t('bulk.actions.delete'),
      icon: <IconTrash {...icon} />,
      choose: () => onChoose({ isDeleted: true }),
    },
  ]
  return (
    <ChoiceList
      label={t('bulk.actions.more')}
      placeholder={t('bulk.find')}
      choicesFor={text => matching(choices, text)}
      nothing={t('bulk.noAction')}
    />
  )
}

const MAX_SHIFT_DAYS = 3650

/** Start and due dates, by days. */
export function ShiftEditor({ onChoose }: { onChoose: (days: number) => void }) {
  const { t } = useTranslation()
  const choice = (days: number, label?: string): Choice => ({
    key: String(days),
    label: label ?? t(days > 0 ? 'bulk.shift.later' : 'bulk.shift.earlier', { count: Math.abs(days) }),
    icon: days > 0 ? <IconArrowRight {...icon} /> : <IconArrowLeft {...icon} />,
    choose: () => onChoose(days),
  })
  const usual = [
    choice(1),
    choice(7, t('bulk.shift.week')),
    choice(-1),
    choice(-7, t('bulk.shift.weekEarlier')),
  ]
  const choicesFor = (text: string) => {
    if (!text) return usual
    const days = Number(text.replace(/^[−–]/, '-'))
    return Number.isInteger(days) && days !== 0 && Math.abs(days) <= MAX_SHIFT_DAYS ? [choice(days)] : []
  }
  return (
    <ChoiceList
      label={t('bulk.actions.shift')}
      placeholder={t('bulk.shift.placeholder')}
      choicesFor={choicesFor}
      nothing={t('bulk.shift.invalid')}
    />
  )
}

interface FieldEditorProps {
  field: CustomField
  members: Member[]
  today: string
  dayText: (day: string) => string
  onChoose: (value: FieldValue | null) => void
}

/** Several options are chosen first and applied together. */
export function FieldEditor({ onChoose, ...props }: FieldEditorProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<FieldValue | null>(null)
  const isMultiple = props.field.type === 'multi_select'
  return (
    <>
      <FieldChoices
        {...props}
        value={draft}
        isMixed={!isMultiple}
        onChange={isMultiple ? setDraft : onChoose}
        onDone={() => {}}
      />
      {isMultiple && (
        <Group justify="flex-end" p="xs">
          <Button
            size="xs"
            disabled={draft === null && props.field.isRequired}
            onClick={() => onChoose(draft)}
          >
            {t('bulk.apply')}
          </Button>
        </Group>
      )}
    </>
  )
}
