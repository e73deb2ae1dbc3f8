import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { Member } from '@atrium/tasks/projects/member.contract'
import type { BulkChange } from '@atrium/tasks/tasks/bulk/bulk.contract'
import type { Task } from '@atrium/tasks/tasks/task.contract'
import { Box, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../../data/account/user-settings.ts'
import { allProjectsQuery } from '../../../data/projects/projects.ts'
import { stickersQuery } from '../../../data/tasks/stickers.ts'
import { type Choice, ChoiceList, matching } from '../../../task-text/choice-list.tsx'
import { CycleChoices } from '../../../task-text/cycle-choices.tsx'
import { assignable, PersonChoices, PriorityChoices } from '../../../task-text/record-choices.tsx'
import { DayChoices, EstimateChoices } from '../../../task-text/value-choices.tsx'
import { useCellContext } from '../table/cell-context.ts'
import { type Directory, useDirectory } from '../view/directory.ts'
import { type EditorName, FieldEditor, MoreActions, ShiftEditor } from './more-editors.tsx'

interface BulkEditorProps {
  name: EditorName
  /** The selected ones that are known. */
  tasks: Task[]
  projectId: number | undefined
  customFields: CustomField[]
  onChange: (change: BulkChange) => void
  onOpen: (editor: EditorName) => void
  onDone: () => void
}

/** What is chosen is changed in all selected tasks. */
export function BulkEditor(props: BulkEditorProps) {
  const { name, tasks, customFields, onChange, onOpen, onDone } = props
  const { t } = useTranslation()
  const projectIds = [...new Set(tasks.map(task => task.projectId))]
  const [only, ...others] = projectIds
  const projectId = others.length === 0 ? only : undefined
  const { data: projects = [] } = useQuery(allProjectsQuery)
  const boards = projects.find(({ id }) => id === projectId)?.boards ?? []
  const places = name === 'move' && projectId ? boards.map(({ id }) => ({ projectId, boardId: id })) : []
  const directory = useDirectory([...places, ...projectIds.map(id => ({ projectId: id, boardId: 0 }))])
  const context = useCellContext(directory)
  const today = useToday()
  const choose = (change: BulkChange) => {
    onDone()
    onChange(change)
  }
  const members = commonMembers(directory, projectIds)
  const days = {
    noneLabel: t('bulk.noDate'),
    value: null,
    isMixed: true,
    minDate: null,
    today,
    dayText: context.day,
  }
  switch (name) {
    case 'assignee':
      return (
        <PersonChoices
          label={t('bulk.actions.assignee')}
          members={assignable(members, [])}
          value={0}
          noneLabel={t('bulk.unassign')}
          onChoose={assigneeId => choose({ assigneeId })}
        />
      )
    case 'addPerson':
    case 'removePerson':
      return (
        <PersonChoices
          label={t(`bulk.actions.${name}`)}
          members={name === 'addPerson' ? assignable(members, []) : members}
          value={0}
          noneLabel={undefined}
          onChoose={id =>
            id !== null &&
            choose(name === 'addPerson' ? { addAssigneeIds: [id] } : { removeAssigneeIds: [id] })
          }
        />
      )
    case 'priority':
      return (
        <PriorityChoices
          priorities={directory.priorities.values()}
          value={0}
          onChoose={priorityId => choose({ priorityId })}
        />
      )
    case 'due':
      return <DayChoices {...days} label={t('bulk.actions.due')} onChoose={dueDate => choose({ dueDate })} />
    case 'start':
      return (
        <DayChoices {...days} label={t('bulk.actions.start')} onChoose={startDate => choose({ startDate })} />
      )
    case 'estimate':
      return <EstimateChoices value={0} onChoose={estimateSeconds => choose({ estimateSeconds })} />
    case 'shift':
      return <ShiftEditor onChoose={shiftDays => choose({ shiftDays })} />
    case 'stickers':
      return <StickerEditor tasks={tasks} projectId={projectId} onChange={onChange} />
    case 'cycle':
      return projectId === undefined ? (
        <Hint text={t('bulk.oneProjectForCycle')} />
      ) : (
        <CycleChoices projectId={projectId} value={undefined} onChoose={cycleId => choose({ cycleId })} />
      )
    case 'move':
      return (
        <MoveEditor
          boards={boards}
          directory={directory}
          isOneProject={projectId !== undefined}
          onChoose={columnId => choose({ columnId })}
        />
      )
    case 'more':
      return (
        <MoreActions
          customFields={projectId === undefined ? [] : customFields}
          onOpen={onOpen}
          onChoose={choose}
        />
      )
    default: {
      const field = customFields.find(({ id }) => `cf${id}` === name)
      if (!field) return null
      const editor = { field, members, today, dayText: context.day }
      return <FieldEditor {...editor} onChoose={value => choose({ fields: { [field.id]: value } })} />
    }
  }
}

/** Who is in every project of the selected tasks. */
function commonMembers({ membersOf }: Directory, projectIds: number[]): Member[] {
  const [first = [], ...others] = projectIds.map(membersOf)
  return first.filter(({ userId }) => others.every(members => members.some(one => one.userId === userId)))
}

interface StickerEditorProps {
  tasks: Task[]
  projectId: number | undefined
  onChange: (change: BulkChange) => void
}

/** Adds a sticker to all, or removes it from all if all have it. Stays open, because tasks can have several. */
function StickerEditor({ tasks, projectId, onChange }: StickerEditorProps) {
  const { t } = useTranslation()
  const someProject = projectId ?? tasks[0]?.projectId
  const { data = [] } = useQuery({ ...stickersQuery(someProject ?? 0), enabled: someProject !== undefined })
  // Tasks of several projects have only those for all projects in common.
  const stickers = data.filter(sticker => projectId !== undefined || sticker.projectId === null)
  const choices = stickers.map(({ id, name, icon, color }): Choice => {
    const count = tasks.filter(task => task.stickers.some(one => one.id === id)).length
    const isOn = count > 0 && count === tasks.length
    return {
      key: String(id),
      label: name,
      icon: icon ?? <i style={{ width: 10, height: 10, borderRadius: '50%', background: color }} />,
      isOn,
      ...(count > 0 && !isOn && { hint: t('bulk.some', { count, total: tasks.length }) }),
      choose: () => onChange(isOn ? { removeStickerIds: [id] } : { addStickerIds: [id] }),
    }
  })
  return (
    <ChoiceList
      label={t('bulk.actions.stickers')}
      placeholder={t('boards.fields.findSticker')}
      choicesFor={text => matching(choices, text)}
      nothing={t('boards.fields.noSticker')}
      isMultiple
    />
  )
}

interface MoveEditorProps {
  boards: { id: number; name: string }[]
  directory: Directory
  isOneProject: boolean
  onChoose: (columnId: number) => void
}

function MoveEditor({ boards, directory, isOneProject, onChoose }: MoveEditorProps) {
  const { t } = useTranslation()
  if (!isOneProject) return <Hint text={t('bulk.oneProject')} />
  const choices = boards.flatMap(({ id, name }) =>
    directory.columnsOf(id).map(
      (column, at): Choice => ({
        key: String(column.id),
        label: column.title,
        ...(boards.length > 1 && at === 0 && { group: name }),
        ...(boards.length > 1 && { hint: name }),
        choose: () => onChoose(column.id),
      }),
    ),
  )
  return (
    <ChoiceList
      label={t('bulk.actions.move')}
      placeholder={t('views.table.columnPlaceholder')}
      choicesFor={text => matching(choices, text)}
      nothing={t('boards.fields.nothing')}
      withDigits
    />
  )
}

function Hint({ text }: { text: string }) {
  return (
    <Box p="sm">
      <Text size="sm">{text}</Text>
    </Box>
  )
}
