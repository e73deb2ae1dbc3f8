import { contractsOf } from '@atrium/core/contract'
import { Id, Item, Message } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, signedIn } from '#access.contract.ts'
import { Project } from '#projects/project.contract.ts'

const BoardLink = Type.Object({ id: Id, name: Type.String() })

export const NavigationProject = Type.Object({
  ...Type.Pick(Project, ['id', 'name', 'type', 'key', 'color', 'icon', 'myRole']).properties,
  boards: Type.Array(BoardLink),
})
export type NavigationProject = Static<typeof NavigationProject>

const StarredBoard = Type.Object({
  ...BoardLink.properties,
  projectId: Id,
  projectName: Type.String(),
})

export const Navigation = Type.Object({
  projects: Type.Array(NavigationProject),
  starred: Type.Array(StarredBoard),
})
export type Navigation = Static<typeof Navigation>

const contract = contractsOf('Boards')

export const getNavigation = contract('getNavigation', 'GET /navigation', {
  summary: 'Get your projects and boards',
  description:
    'What a sidebar needs, in one answer: your active projects by name, each with its boards in their order, and the boards you starred, in the order in which you starred them.',
  access: limitable(signedIn),
  reply: Item(Navigation),
})

export const starBoard = contract('starBoard', 'PUT /board/:id/star', {
  summary: 'Star a board',
  description: 'Adds the board to your starred boards. Other users do not see your stars.',
  access: inProject('project.read'),
  reply: Message,
})

export const unstarBoard = contract('unstarBoard', 'DELETE /board/:id/star', {
  summary: 'Remove the star from a board',
  description: 'Removes the board from your starred boards.',
  access: inProject('project.read'),
  reply: Message,
})
