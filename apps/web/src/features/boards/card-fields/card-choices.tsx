import type { Card } from '@atrium/tasks/boards/full-board.contract'
import { IconLayoutKanban } from '@atrium/ui/icons'
import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardColumn } from '../../../data/boards/board-cache.ts'
import { boardsQuery } from '../../../data/boards/boards.ts'
import { useChangeTask } from '../../../data/changes/change-task.ts'
import { assigneeIdsOf } from '../../../data/people/assignees.ts'
import { membersQuery } from '../../../data/projects/projects.ts'
import { useTargetProjects } from '../../../data/tasks/task-transfer.ts'
import { ProjectMark } from '../../../project-mark/project-mark.tsx'
import { type Choice, ChoiceList, matching } from '../../../task-text/choice-list.tsx'
import { CycleChoices } from '../../../task-text/cycle-choices.tsx'
import { AssigneeChoices, PriorityChoices } from '../../../task-text/record-choices.tsx'
import { StickerChoices } from '../../../task-text/sticker-choices.tsx'
import { useBoard } from '../board/board-context.ts'
import type { ShownLane } from '../board/board-lanes.ts'
import { accepts, type CardMove, findShownCard, placeAt, placeInLane } from '../board/card-place.ts'
import { useMoveToProject } from '../cards/card.queries.ts'
import { useMoveToBoard } from './card-field.queries.ts'

export interface CardFieldProps {
  card: Card
  onDone: () => void
}

export function CardPriority({ card, onDone }: CardFieldProps) {
  const { t } = useTranslation()
  const { priorities, changeCard } = useBoard()
  return (
    <PriorityChoices
      priorities={priorities.values()}
      value={card.priorityId}
      onChoose={(id, name) => {
        onDone()
        if (id !== card.priorityId) changeCard(card, { priorityId: id }, t('boards.card.priority', { name }))
      }}
    />
  )
}

export function CardAssignee({ card, onDone }: CardFieldProps) {
  const { t } = useTranslation()
  const { projectId, changeCard } = useBoard()
  const { data: members = [], isLoading } = useQuery(membersQuery(projectId))
  const { title, assigneeId } = card
  return (
    <AssigneeChoices
      members={members}
      isLoading={isLoading}
      assigneeIds={assigneeIdsOf(card)}
      onAssign={(userId, name) => {
        onDone()
        if (userId === assigneeId) return
        const done = userId
          ? t('boards.card.assigned', { title, name })
          : t('boards.card.unassigned', { title })
        changeCard(card, { assigneeId: userId }, done)
      }}
      onChange={(assigneeIds, name) => {
        const done = name
          ? t('boards.card.assigned', { title, name })
          : t('boards.card.unassigned', { title })
        changeCard(card, { assigneeIds }, done)
      }}
    />
  )
}

export function CardCycle({ card, onDone }: CardFieldProps) {
  const { t } = useTranslation()
  const { projectId, changeCard } = useBoard()
  return (
    <CycleChoices
      projectId={projectId}
      value={card.cycleId}
      onChoose={(cycleId, name) => {
        onDone()
        if (cycleId === card.cycleId) return
        const { title } = card
        const done =
          cycleId === null
            ? t('cycles.planning.left', { title })
            : t('cycles.planning.moved', { title, name })
        changeCard(card, { cycleId }, done)
      }}
    />
  )
}

export function CardStickers({ card }: CardFieldProps) {
  const { projectId, stickers, mayManage } = useBoard()
  const { toggleSticker } = useChangeTask()
  const own = card.stickerIds.flatMap(id => stickers.get(id) ?? [])
  return (
    <StickerChoices
      projectId={projectId}
      stickers={stickers.values()}
      isOn={({ id }) => card.stickerIds.includes(id)}
      onToggle={sticker => toggleSticker({ id: card.id, stickers: own }, sticker)}
      mayManage={mayManage}
    />
  )
}

interface MoveChoicesProps extends CardFieldProps {
  columns: BoardColumn[]
  moveCard: (move: CardMove) => void
}

/** The columns of this board, then the other boards of the project, then the user's other projects. */
export function MoveChoices({ card, columns, moveCard, onDone }: MoveChoicesProps) {
  const { t } = useTranslation()
  const { boardId, projectId } = useBoard()
  const { data: boards = [] } = useQuery(boardsQuery(projectId))
  const toBoard = useMoveToBoard(boardId)
  const { targets } = useTargetProjects(projectId)
  const toProject = useMoveToProject(boardId)
  const [end, setEnd] = useState('top')
  const ofColumns = columns.map(
    (column): Choice => ({
      key: `column-${column.id}`,
      label: column.title,
      isOn: column.id === card.columnId,
      choose: () => {
        const others = column.tasks.filter(({ id }) => id !== card.id)
        const place = placeAt(column.id, others, end === 'top' ? 0 : others.length)
        onDone()
        moveCard({ taskId: card.id, ...place })
      },
    }),
  )
  const others = boards.filter(({ id }) => id !== boardId)
  const ofBoards = others.map(
    (board, index): Choice => ({
      key: `board-${board.id}`,
      label: board.name,
      icon: <IconLayoutKanban size={16} stroke={1.75} />,
      ...(index === 0 && { group: t('boards.move.otherBoards') }),
      choose: () => {
        onDone()
        void toBoard(card, board)
      },
    }),
  )
  const ofProjects = targets.map(
    (project, index): Choice => ({
      key: `project-${project.id}`,
      label: project.name,
      icon: <ProjectMark project={project} size={18} />,
      ...(index === 0 && { group: t('boards.move.otherProjects') }),
      choose: () => {
        onDone()
        toProject.mutate({ card, to: project })
      },
    }),
  )
  return (
    <>
      <ChoiceList
        label={t('boards.fields.move')}
        placeholder={t('boards.fields.movePlaceholder')}
        choicesFor={text => matching([...ofColumns, ...ofBoards, ...ofProjects], text)}
        nothing={t('boards.fields.nothing')}
        withDigits
      />
      <SegmentedControl
        size="xs"
        m="xs"
        mt={4}
        fullWidth
        aria-label={t('boards.move.place')}
        data={[
          { value: 'top', label: t('boards.move.top') },
          { value: 'bottom', label: t('boards.move.bottom') },
        ]}
        value={end}
        onChange={setEnd}
      />
    </>
  )
}

interface LaneChoicesProps extends CardFieldProps {
  lanes: ShownLane[]
  moveCard: (move: CardMove) => void
}

/** The lanes that the card can be in; it stays in its column. */
export function LaneChoices({ card, lanes, moveCard, onDone }: LaneChoicesProps) {
  const { t } = useTranslation()
  const from = findShownCard(lanes, card.id)
  const isHere = ({ key }: ShownLane) => key === from?.lane.key
  const choices = lanes
    .filter(lane => isHere(lane) || accepts(lane, card))
    .map(
      (lane): Choice => ({
        key: lane.key,
        label: lane.name,
        isOn: isHere(lane),
        choose: () => {
          const shown = from && lane.cells[from.at]
          const place = shown && placeInLane(lane, shown, from)
          onDone()
          if (place && !isHere(lane)) moveCard({ taskId: card.id, ...place })
        },
      }),
    )
  return (
    <ChoiceList
      label={t('lanes.lane')}
      placeholder={t('lanes.find')}
      choicesFor={text => matching(choices, text)}
      nothing={t('boards.fields.nothing')}
      withDigits
    />
  )
}
