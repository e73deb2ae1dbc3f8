import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Card, FullBoard } from '@atrium/tasks/boards/full-board.contract'
import type { CustomField } from '@atrium/tasks/fields/field.contract'
import type { TaskPriority } from '@atrium/tasks/tasks/priorities/task-priority.contract'
import fc from 'fast-check'
import { boardLanes, type LaneContext, type ShownLane } from '../src/features/boards/board/board-lanes.ts'
import { findShownCard, placeInLane, placeOf, withMoves } from '../src/features/boards/board/card-place.ts'
import {
  changesOf,
  groupingNamed,
  type LaneGrouping,
  laneKeyOf,
  valuesBefore,
} from '../src/features/boards/board/lane-grouping.ts'
import { shownColumns } from '../src/features/boards/board/shown-columns.ts'
import { nextCard, nextPlace } from '../src/features/boards/keyboard/card-steps.ts'
import { savedLanes } from '../src/features/boards/lanes/remembered-lanes.ts'
import { board, card, column, customField, cycle, layout } from './records.ts'

const person = (id: number, name: string, role = 'member') => ({
  userId: id,
  role,
  user: { id, name, surname: null, email: null },
})
const priority = (id: number, level: number) => ({ id, name: `p${id}`, level, color: '#000' }) as TaskPriority

const context = {
  myId: 3,
  members: [person(1, 'Zoe'), person(2, 'Bo', 'viewer'), person(3, 'Me'), person(4, 'Ann')],
  priorities: [priority(1, 10), priority(2, 20), priority(3, 40)],
  parents: new Map([
    [50, { ...card(50), number: 9, title: 'Later' }],
    [60, { ...card(60), number: 2, title: 'First' }],
  ]),
  cycles: [
    cycle(7, { name: 'Sprint 7' }),
    cycle(8),
    cycle(6, { finishedAt: '2026-01-01' }),
    cycle(5, { finishedAt: '2026-01-01' }),
  ],
  words: {
    noAssignee: 'No assignee',
    noParent: 'No parent',
    noCycle: 'No cycle',
    deletedCycle: 'Deleted cycle',
    noValue: 'No value',
    formerMember: 'Former',
    unknownParent: 'Deleted',
    yes: 'Yes',
    no: 'No',
    priority: ({ name }: TaskPriority) => name,
    cycleDays: () => '',
  },
  isFiltered: false,
  collapsed: new Set<string>(),
} as unknown as LaneContext

const noneFolded = { unfolded: new Set<number>(), collapsed: new Set<number>() }

function lanesOf(full: FullBoard, grouping: LaneGrouping, changes: Partial<LaneContext> = {}) {
  return boardLanes(shownColumns(full, undefined, noneFolded), grouping, { ...context, ...changes })
}

const names = (lanes: ShownLane[]) => lanes.map(({ name }) => name)
const ids = (lane: ShownLane | undefined) => lane?.cells.map(({ cards }) => cards.map(({ id }) => id))

test('cycles are lanes in their order; a finished one is there only with its cards, and takes no others', () => {
  const cards = [card(1, { cycleId: 7 }), card(2, { cycleId: 6 }), card(3)]
  const lanes = lanesOf(board([column(1, cards)]), { by: 'cycle' })
  assert.deepEqual(names(lanes), ['Sprint 7', 'Cycle 8', 'Cycle 6', 'No cycle'])
  const changes = lanes.map(lane => lane.changes)
  assert.deepEqual(changes, [{ cycleId: 7 }, { cycleId: 8 }, undefined, { cycleId: null }])
  const filtered = lanesOf(board([column(1, cards)]), { by: 'cycle' }, { isFiltered: true })
  assert.deepEqual(names(filtered), ['Sprint 7', 'Cycle 6', 'No cycle'])
})

test('people come by name with the current user first, and those without a value last', () => {
  const full = board([
    column(1, [card(1, { assigneeId: 1 }), card(2), card(3, { assigneeId: 99 })]),
    column(2, [card(4, { assigneeId: 1 })]),
  ])
  const lanes = lanesOf(full, { by: 'assignee' })
  assert.deepEqual(names(lanes), ['Me', 'Ann', 'Zoe', 'Former', 'No assignee'])
  assert.deepEqual(ids(lanes[2]), [[1], [4]])
  assert.deepEqual(
    lanes.map(({ changes }) => changes),
    [{ assigneeId: 3 }, { assigneeId: 4 }, { assigneeId: 1 }, undefined, { assigneeId: null }],
    'no card can be assigned to someone who left',
  )
  assert.deepEqual(names(lanesOf(full, { by: 'assignee' }, { isFiltered: true })), [
    'Zoe',
    'Former',
    'No assignee',
  ])
  const viewers = board([column(1, [card(1, { assigneeId: 2 })])])
  assert.equal(lanesOf(viewers, { by: 'assignee' }).find(({ name }) => name === 'Bo')?.changes, undefined)
  const many = Array.from({ length: 30 }, (_, at) => person(100 + at, `Person ${at}`))
  assert.deepEqual(
    names(lanesOf(full, { by: 'assignee' }, { members: [...context.members, ...many] as never })),
    ['Me', 'Zoe', 'Former', 'No assignee'],
    'in a large team, others only with cards',
  )
})

test('priorities come by rank, parents by number, options by their position', () => {
  const [ranked] = [lanesOf(board([column(1, [card(1)])]), { by: 'priority' })]
  assert.deepEqual(names(ranked), ['p3', 'p2', 'p1'])
  const children = board([
    column(1, [card(1, { parentId: 50 }), card(2, { parentId: 60 }), card(3, { parentId: 70 })]),
  ])
  const byParent = lanesOf(children, { by: 'parent' })
  assert.deepEqual(names(byParent), ['First', 'Later', 'Deleted', 'No parent'])
  assert.equal(byParent[2]?.changes, undefined)

  const options = [5, 4].map(id => ({ id, name: `Option ${id}`, color: '#000' }))
  const select: CustomField = { ...customField(12, 'select'), options }
  const valued = board([column(1, [card(1, { fields: { 12: 4 } }), card(2)])])
  const byOption = lanesOf(valued, { by: 'field', field: select })
  assert.deepEqual(names(byOption), ['Option 5', 'Option 4', 'No value'])
  assert.deepEqual(byOption[1]?.changes, { fields: { 12: 4 } })
  const required = lanesOf(valued, { by: 'field', field: { ...select, isRequired: true } })
  assert.equal(required.at(-1)?.changes, undefined, 'a required value cannot be cleared')
  const checkbox = customField(13, 'checkbox')
  const checked = board([column(1, [card(1, { fields: { 13: true } }), card(2, { fields: { 13: false } })])])
  const byCheck = lanesOf(checked, { by: 'field', field: checkbox })
  assert.deepEqual(byCheck.map(ids), [[[1]], [[2]]])
  assert.deepEqual(byCheck[1]?.changes, { fields: { 13: false } })
  assert.equal(groupingNamed('cf13', [select, checkbox])?.by, 'field')
  assert.equal(groupingNamed('cf14', [customField(14, 'text')]), undefined)
  assert.equal(groupingNamed('due', []), undefined)
})

test('what a lane changes is what the card had when it goes back', () => {
  const one = card(1, { assigneeId: 7, fields: { 12: 4 } })
  assert.deepEqual(valuesBefore(one, { assigneeId: 3 }), { assigneeIds: [7] })
  assert.deepEqual(valuesBefore(one, { fields: { 12: null, 13: true } }), { fields: { 12: 4, 13: null } })
})

const COLUMNS = [1, 2, 3]
const PEOPLE = [1, 3, 4, null]

const anyBoard = fc
  .array(fc.record({ columnId: fc.constantFrom(...COLUMNS), assigneeId: fc.constantFrom(...PEOPLE) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map(spots => {
    const all = spots.map((spot, at) => card(at + 1, spot))
    return board(
      COLUMNS.map(id =>
        column(
          id,
          all.filter(({ columnId }) => columnId === id),
        ),
      ),
    )
  })

const grouping: LaneGrouping = { by: 'assignee' }
const cardsOf = (full: FullBoard) => full.columns.flatMap(({ tasks }) => tasks)

test('a card dropped at any place of any lane is shown there, nothing else moves, and undo brings it back', () => {
  fc.assert(
    fc.property(anyBoard, fc.nat(), fc.nat(), fc.nat(), fc.nat(12), (full, pick, laneAt, columnAt, gap) => {
      const moved = cardsOf(full)[pick % cardsOf(full).length] as Card
      const lanes = lanesOf(full, grouping)
      const lane = lanes[laneAt % lanes.length] as ShownLane
      const shown = lane.cells[columnAt % COLUMNS.length] as ShownLane['cells'][number]
      const found = findShownCard(lanes, moved.id)
      assert.ok(found)
      const index = Math.min(gap, shown.cards.length)
      const place = placeInLane(lane, shown, found, index)
      assert.ok(place)
      const after = withMoves(full, [{ taskId: moved.id, ...place }])
      const expected = lanes.map(each =>
        each.cells.map(cell => {
          const here = cell.cards.map(({ id }) => (id === moved.id ? undefined : id))
          if (cell === shown) here.splice(index, 0, moved.id)
          return here.filter(id => id !== undefined)
        }),
      )
      assert.deepEqual(lanesOf(after, grouping).map(ids), expected)
      const back = placeOf(full, moved.id, place.lane?.changes)
      assert.ok(back)
      const undone = withMoves(after, [{ taskId: moved.id, ...back }])
      assert.deepEqual(layout(undone), layout(full))
      assert.deepEqual(lanesOf(undone, grouping).map(ids), lanes.map(ids))
    }),
  )
})

test('in a lane without cards in its column, a card keeps its place in the order of the column', () => {
  const full = board([column(1, [card(1), card(2, { assigneeId: 1 }), card(3)])])
  const lanes = lanesOf(full, grouping)
  const found = findShownCard(lanes, 2)
  const mine = lanes.find(({ name }) => name === 'Me')
  assert.ok(found && mine?.cells[0])
  const place = placeInLane(mine, mine.cells[0], found, 0)
  assert.deepEqual([place?.afterTaskId, place?.beforeTaskId], [1, 3])
  assert.equal(place?.lane?.changes.assigneeId, 3)
})

test('no task can be dropped into its own lane of sub-tasks', () => {
  const full = board([column(1, [card(50), card(1, { parentId: 50 })])])
  const lanes = lanesOf(full, { by: 'parent' })
  const found = findShownCard(lanes, 50)
  const own = lanes.find(({ key }) => key === '50')
  assert.ok(found && own?.cells[0])
  assert.equal(placeInLane(own, own.cells[0], found, 0), undefined)
  assert.equal(nextPlace(lanes, 50, 'PageUp'), undefined)
})

test('arrow keys walk through all cards of a column across lanes, and Page Up and Page Down through lanes', () => {
  const full = board([
    column(1, [card(1, { assigneeId: 3 }), card(2, { assigneeId: 4 }), card(3, { assigneeId: 3 })]),
    column(2, [card(4, { assigneeId: 1 }), card(5)]),
  ])
  const lanes = lanesOf(full, grouping)
  const next = (id: number, key: string, from = lanes) => nextCard(from, id, key)?.id
  assert.deepEqual([next(1, 'ArrowDown'), next(3, 'ArrowDown'), next(2, 'ArrowDown')], [3, 2, undefined])
  assert.deepEqual([next(2, 'ArrowUp'), next(5, 'ArrowUp')], [3, 4])
  assert.deepEqual([next(1, 'PageDown'), next(2, 'PageDown'), next(5, 'PageUp')], [2, 4, 4])
  assert.deepEqual([next(3, 'Home'), next(1, 'End')], [1, 2])
  const folded = lanesOf(full, grouping, { collapsed: new Set(['4']) })
  assert.deepEqual([next(3, 'ArrowDown', folded), next(3, 'PageDown', folded)], [undefined, 4])
})

test('every key that moves a picked-up card leads to the position that is announced', () => {
  const key = fc.constantFrom('ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown')
  fc.assert(
    fc.property(anyBoard, fc.nat(), key, (full, pick, pressed) => {
      const moved = cardsOf(full)[pick % cardsOf(full).length] as Card
      const next = nextPlace(lanesOf(full, grouping), moved.id, pressed)
      if (!next) return
      const after = findShownCard(
        lanesOf(withMoves(full, [{ taskId: moved.id, ...next.place }]), grouping),
        moved.id,
      )
      assert.deepEqual(
        [after?.lane.name, after?.shown.column.title, after && after.index + 1, after?.shown.cards.length],
        [next.lane, next.column, next.position, next.count],
      )
    }),
  )
})

test('a lane stays while its only card is picked up', () => {
  const full = board([column(1, [card(1, { parentId: 60 }), card(2, { parentId: 50 })])])
  const by: LaneGrouping = { by: 'parent' }
  const away = withMoves(full, [
    {
      taskId: 1,
      columnId: 1,
      afterTaskId: 2,
      beforeTaskId: null,
      lane: { name: '', changes: changesOf(by, '50') },
    },
  ])
  assert.deepEqual(names(lanesOf(away, by)), ['Later', 'No parent'])
  const keptKey = laneKeyOf(by, card(1, { parentId: 60 }))
  assert.deepEqual(names(lanesOf(away, by, { keptKey })), ['First', 'Later', 'No parent'])
})

test('collapsed lanes are read from the storage, whatever it contains', () => {
  assert.deepEqual(savedLanes('{"assignee":["3","none"]}'), { assignee: ['3', 'none'] })
  for (const text of [null, '', '[]', '"x"', 'null', '{"assignee":"3"}', '{"assignee":[3]}', '{'])
    assert.deepEqual(savedLanes(text), {}, String(text))
})
