import { contractsOf } from '@atrium/core/contract'
import { Body, Default, Id, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, permission, signedIn } from '#access.contract.ts'
import { BoardWithColumns } from '#boards/board.contract.ts'
import { NewProject, Project } from '#projects/project.contract.ts'
import { Task } from '#tasks/task.contract.ts'
import { BuiltInKey } from './content/template.contract.ts'

export const LeftOut = Type.Object({
  stickers: Type.Array(Type.String(), { description: 'Names of stickers that no longer exist' }),
  fields: Type.Array(Type.String(), {
    description: 'Names of custom fields that no longer exist, or no longer take the value',
  }),
  priorities: Type.Array(Type.String(), { description: 'Names of priorities that no longer exist' }),
  userIds: Type.Array(Id, { description: 'People who cannot be assigned here, or are not members' }),
  recurrences: Type.Array(Type.String(), { description: 'Titles of tasks whose rule has no more dates' }),
})
export type LeftOut = Static<typeof LeftOut>

const outcome = {
  leftOut: LeftOut,
  taskCount: Type.Integer({ description: 'How many tasks were created' }),
}

export const UsedForTask = Type.Object({ item: Task, ...outcome })
export type UsedForTask = Static<typeof UsedForTask>
export const UsedForBoard = Type.Object({ item: BoardWithColumns, ...outcome })
export type UsedForBoard = Static<typeof UsedForBoard>
export const UsedForProject = Type.Object({ item: Project, ...outcome })
export type UsedForProject = Static<typeof UsedForProject>

export const TaskFromTemplate = Body({
  templateId: Id,
  boardId: Type.Optional(
    Type.Integer({ ...Id, description: 'A board of the project; its first board if left out' }),
  ),
  columnId: Type.Optional(
    Type.Integer({ ...Id, description: 'A column of the project; the first one of the board if left out' }),
  ),
  title: Type.Optional(Name(500)),
  force: Type.Optional(Type.Boolean({ description: 'Ignore the WIP limit of the column' })),
})
export type TaskFromTemplate = Static<typeof TaskFromTemplate>

const source = {
  templateId: Type.Optional(Id),
  builtIn: Type.Optional(
    Type.Unsafe<BuiltInKey>({ ...BuiltInKey, description: 'A built-in template, instead of `templateId`' }),
  ),
  withTasks: Default(Type.Boolean({ description: 'Create its tasks' }), true),
}

export const BoardFromTemplate = Body({
  name: Name(200),
  description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
  ...source,
})
export type BoardFromTemplate = Static<typeof BoardFromTemplate>

const { name, description, key, color, icon } = NewProject.properties
export const ProjectFromTemplate = Body({ name, description, key, color, icon, ...source })
export type ProjectFromTemplate = Static<typeof ProjectFromTemplate>

const contract = contractsOf('Templates')
const once = 'Everything is created in one transaction, or nothing. `leftOut` names what no longer exists.'

export const createTaskFromTemplate = contract('createTaskFromTemplate', 'POST /task/from-template', {
  summary: 'Create a task from a template',
  description: `Creates the task and its sub-tasks at the end of the column. ${once}`,
  access: limitable(signedIn),
  body: TaskFromTemplate,
  reply: UsedForTask,
  errors: [
    'not_a_member',
    'role_too_low',
    'project_archived',
    'no_column_for_task',
    'wip_limit_reached',
    'task_number_taken',
    'task_position_taken',
  ],
})

export const createBoardFromTemplate = contract(
  'createBoardFromTemplate',
  'POST /project/:id/board/from-template',
  {
    summary: 'Create a board from a template',
    description: `From a template of the project (\`templateId\`), or a built-in one (\`builtIn\`). ${once}`,
    access: inProject('board.write'),
    body: BoardFromTemplate,
    reply: UsedForBoard,
    errors: ['board_position_taken', 'too_many_custom_fields', 'too_many_stickers'],
  },
)

export const createProjectFromTemplate = contract(
  'createProjectFromTemplate',
  'POST /project/from-template',
  {
    summary: 'Create a project from a template',
    description: `From your own or a shared template (\`templateId\`), or a built-in one (\`builtIn\`). You become the owner. ${once}`,
    access: permission('projects.create'),
    body: ProjectFromTemplate,
    reply: UsedForProject,
  },
)
