import { contractsOf } from '@atrium/core/contract'
import { Id, Item } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { UserSummary } from '#administration/user.contract.ts'

export const Reaction = Type.Object({
  emoji: Type.String(),
  count: Type.Integer(),
  users: Type.Array(UserSummary, { description: 'Who reacted with it, first to last' }),
})
export type Reaction = Static<typeof Reaction>

const ReactionParams = Type.Object({
  id: Id,
  emoji: Type.String({
    maxLength: 64,
    format: 'emoji',
    errorCode: 'emoji_expected',
    description: 'One emoji, percent-encoded',
  }),
})

const Reactions = Type.Object({ commentId: Id, reactions: Type.Array(Reaction) })

const contract = contractsOf('Comments')

export const addReaction = contract('addReaction', 'PUT /comment/:id/reaction/:emoji', {
  summary: 'React to a comment',
  description:
    'Adds your reaction; adding it again changes nothing. No one is notified. A comment can have 20 different reactions (409).',
  access: inProject('comment.write'),
  params: ReactionParams,
  reply: Item(Reactions),
  errors: ['task_deleted', 'too_many_reactions'],
})

export const removeReaction = contract('removeReaction', 'DELETE /comment/:id/reaction/:emoji', {
  summary: 'Remove a reaction',
  description: 'Removes your own reaction; without one, nothing changes.',
  access: inProject('comment.write'),
  params: ReactionParams,
  reply: Item(Reactions),
  errors: ['task_deleted'],
})
