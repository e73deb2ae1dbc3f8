import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comment } from '@atrium/tasks/tasks/comments/comment.contract'
import { threadsOf, withoutComment } from '../src/features/tasks/comments/threads.ts'

function comment(id: number, replyToId: number | null = null) {
  return { id, replyToId } as Comment
}

function shapeOf(comments: Comment[]) {
  return threadsOf(comments).map(({ id, first, replies }) => [
    id,
    first?.id,
    ...replies.map(reply => reply.id),
  ])
}

test('replies follow the comment of their thread, and threads keep the order of their first comments', () => {
  const comments = [comment(1), comment(2), comment(3, 1), comment(4), comment(5, 2), comment(6, 1)]
  assert.deepEqual(shapeOf(comments), [
    [1, 1, 3, 6],
    [2, 2, 5],
    [4, 4],
  ])
})

test('replies to a comment of an earlier page make a thread without it', () => {
  assert.deepEqual(shapeOf([comment(7), comment(8, 3), comment(9, 3)]), [
    [3, undefined, 8, 9],
    [7, 7],
  ])
})

test('the oldest reply begins the thread of a deleted comment', () => {
  const comments = [comment(1), comment(2, 1), comment(3), comment(4, 1)]
  assert.deepEqual(shapeOf(withoutComment(comments, 1)), [
    [2, 2, 4],
    [3, 3],
  ])
  assert.deepEqual(shapeOf(withoutComment(comments, 4)), [
    [1, 1, 2],
    [3, 3],
  ])
})
