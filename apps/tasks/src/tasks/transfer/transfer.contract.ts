import { contractsOf } from '@atrium/core/contract'
import { Body, Default, Id, Item, Name, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject } from '#access.contract.ts'
import { Task } from '../task.contract.ts'

const force = Type.Optional(Type.Boolean({ description: 'Ignore the WIP limit of the column' }))

export const TaskCopy = Body({
  title: Type.Optional(Name(500)),
  checklist: Default(Type.Boolean({ description: 'Copy the items, none of them ticked' }), true),
  stickers: Default(Type.Boolean(), true),
  attachments: Default(Type.Boolean(), true),
  assignee: Default(Type.Boolean(), true),
  dates: Default(Type.Boolean(), true),
  force,
})
export type TaskCopy = Static<typeof TaskCopy>

export const ProjectMove = Body({
  projectId: Id,
  boardId: Type.Optional(
    Type.Integer({ ...Id, description: 'A board of the project; its first board if left out' }),
  ),
  columnId: Type.Optional(
    Type.Integer({
      ...Id,
      description:
        'A column of the board; if left out, the column with the same title, the done column for a completed task, or the first one',
    }),
  ),
  force,
})
export type ProjectMove = Static<typeof ProjectMove>

export const LeftBehind = Type.Object({
  stickers: Type.Array(Type.String(), {
    description: 'Names of stickers that the new project does not have',
  }),
  fields: Type.Array(Type.String(), {
    description: 'Names of custom fields whose values the new project has no field or option for',
  }),
  assigneeId: Nullable({ ...Id, description: 'The assignee, if they cannot edit tasks in the new project' }),
  assigneeIds: Type.Array(Id, {
    description: 'Everyone on the task who cannot edit tasks in the new project',
  }),
  watcherIds: Type.Array(Id, { description: 'Watchers who are not members of the new project' }),
})

export type LeftBehind = Static<typeof LeftBehind>

export const MovedToProject = Type.Object({
  item: Task,
  leftBehind: LeftBehind,
  subtaskCount: Type.Integer({ description: 'How many sub-tasks moved along' }),
})
export type MovedToProject = Static<typeof MovedToProject>

const contract = contractsOf('Tasks')

export const duplicateTask = contract('duplicateTask', 'POST /task/:id/duplicate', {
  summary: 'Duplicate a task',
  description:
    'Creates a copy right below the task, with a number of its own. Title, description, priority, estimate, parent, custom fields and a cycle that is not finished are always copied; the body says what else is. Comments and tracked time are not copied.',
  access: inProject('task.write'),
  body: TaskCopy,
  reply: Item(Task),
  errors: [
    'task_deleted',
    'task_just_moved',
    'wip_limit_reached',
    'task_number_taken',
    'task_position_taken',
  ],
})

export const moveTaskToProject = contract('moveTaskToProject', 'POST /task/:id/move-to-project', {
  summary: 'Move a task to another project',
  description:
    'You need the right to edit tasks in both projects and, where your role in the other project is higher than in this one, the role manager in this one: `move_requires_manager` otherwise. Both projects record the move, and people who worked on the task are notified. The task leaves its cycle. It keeps its ID, and its comments, checklist, attachments and tracked time; it gets a new number. Its sub-tasks move along to the same board, and it no longer has a parent. Stickers of the old project are replaced with those of the same name, and values of custom fields go to fields of the same name and type. The reply lists what could not move along. Timers of people who cannot track time in the new project are stopped.',
  access: inProject('task.write'),
  body: ProjectMove,
  reply: MovedToProject,
  errors: [
    'move_requires_manager',
    'task_deleted',
    'task_just_moved',
    'no_column_for_task',
    'project_has_no_column',
    'wip_limit_reached',
    'task_number_taken',
    'task_position_taken',
  ],
})
