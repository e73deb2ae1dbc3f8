import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placedBoards, withLatest } from '../src/data/boards/recent-boards.ts'
import { withStar } from '../src/data/boards/stars.ts'

const navigation = {
  projects: [
    {
      id: 1,
      name: 'Garden',
      type: 'agency' as const,
      key: 'GAR',
      color: null,
      icon: null,
      myRole: 'member' as const,
      boards: [
        { id: 11, name: 'Spring' },
        { id: 12, name: 'Autumn' },
      ],
    },
  ],
  starred: [{ id: 21, name: 'Ours', projectId: 2, projectName: 'House' }],
}

test('recent boards keep their order; those that are gone are left out', () => {
  assert.deepEqual(
    placedBoards(navigation, [12, 99, 21, 11]).map(({ name, projectName }) => [name, projectName]),
    [
      ['Autumn', 'Garden'],
      ['Ours', 'House'],
      ['Spring', 'Garden'],
    ],
  )
})

test('a board that is opened again moves to the front, and old ones are forgotten', () => {
  assert.deepEqual(withLatest([3, 2, 1], 2), [2, 3, 1])
  const many = Array.from({ length: 40 }, (_, id) => id + 1).reduce<number[]>(withLatest, [])
  assert.equal(many.length, 12)
  assert.equal(many[0], 40)
})

test('a star is added last and removed again', () => {
  const starred = withStar(navigation, 12, true)
  assert.deepEqual(
    starred.starred.map(({ id }) => id),
    [21, 12],
  )
  assert.deepEqual(withStar(starred, 12, true).starred.length, 2)
  assert.deepEqual(
    withStar(starred, 21, false).starred.map(({ id }) => id),
    [12],
  )
})
