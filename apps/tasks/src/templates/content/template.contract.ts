import { contractsOf } from '@atrium/core/contract'
import {
  Body,
  Default,
  Id,
  IdParams,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  Name,
  Nullable,
  OneOf,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, limitable, signedIn, withScope } from '#access.contract.ts'
import { BoardContent, ProjectContent, TaskContent } from './content.contract.ts'

export const TemplateKind = OneOf('task', 'board', 'project')
export type TemplateKind = Static<typeof TemplateKind>

/** What lists show of a template. */
export const TemplatePreview = Type.Object({
  columns: Type.Array(
    Type.Object({ title: Type.String(), isDone: Type.Boolean(), taskCount: Type.Integer() }),
    { description: 'Of its first board' },
  ),
  boardCount: Type.Integer(),
  taskCount: Type.Integer(),
  checklistCount: Type.Integer(),
  stickerCount: Type.Integer(),
  fieldCount: Type.Integer(),
  viewCount: Type.Integer(),
})
export type TemplatePreview = Static<typeof TemplatePreview>

export const Template = Type.Object({
  id: Id,
  kind: TemplateKind,
  projectId: Nullable({ ...Id, description: 'null for a template of projects' }),
  ownerId: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  isShared: Type.Boolean({ description: 'Whether everyone can create projects from it' }),
  preview: TemplatePreview,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Template = Static<typeof Template>

const content = {
  task: Type.Optional(TaskContent),
  board: Type.Optional(BoardContent),
  project: Type.Optional(ProjectContent),
}

export const TemplateWithContent = Type.Object({ ...Template.properties, ...content })
export type TemplateWithContent = Static<typeof TemplateWithContent>

const name = Name(100)
const description = Type.Optional(Nullable(Type.String({ trim: true, maxLength: 500 })))
const isShared = Type.Optional(
  Type.Boolean({ description: 'Lets everyone create projects from it; for templates of projects' }),
)

export const NewTemplate = Body({
  name,
  description,
  projectId: Type.Optional(Type.Integer({ ...Id, description: 'For a template of tasks or boards' })),
  isShared,
  ...content,
})
export type NewTemplate = Static<typeof NewTemplate>

export const TemplateChanges = Body({ name: Type.Optional(name), description, isShared, ...content })
export type TemplateChanges = Static<typeof TemplateChanges>

const withTasks = Default(Type.Boolean({ description: 'Include the tasks' }), true)
const named = { name, description }

export const TaskToSave = Body({
  ...named,
  withSubtasks: Default(Type.Boolean({ description: 'Include the sub-tasks' }), true),
})
export type TaskToSave = Static<typeof TaskToSave>

export const BoardToSave = Body({ ...named, withTasks })
export type BoardToSave = Static<typeof BoardToSave>

export const ProjectToSave = Body({ ...named, isShared, withTasks })
export type ProjectToSave = Static<typeof ProjectToSave>

export const TemplateFilters = Type.Object({
  ...ListQuery.properties,
  kind: Type.Optional(TemplateKind),
  projectId: Type.Optional({
    ...Id,
    description: 'Its templates of tasks and boards; without it, templates of projects',
  }),
})
export type TemplateFilters = Static<typeof TemplateFilters>

export const BuiltInKey = OneOf('kanban', 'scrum', 'editorial', 'onboarding')
export type BuiltInKey = Static<typeof BuiltInKey>

export const BuiltInTemplate = Type.Object({
  key: BuiltInKey,
  name: Type.String(),
  description: Type.String(),
  preview: TemplatePreview,
})
export type BuiltInTemplate = Static<typeof BuiltInTemplate>

const contract = contractsOf('Templates')
const rightErrors = ['project_not_found', 'not_a_member', 'role_too_low', 'project_archived'] as const
const changeErrors = ['template_not_found', 'not_template_owner', ...rightErrors] as const
const manages = limitable(withScope('tasks:manage', signedIn))

export const listTemplates = contract('listTemplates', 'GET /template', {
  summary: 'List templates',
  description:
    'With `projectId`, the templates of tasks and boards in that project. Without it, the templates of projects: yours, and the shared ones if you can create projects. By name.',
  access: limitable(signedIn),
  query: TemplateFilters,
  reply: List(Template),
  errors: ['project_not_found', 'not_a_member'],
})

export const listBuiltInTemplates = contract('listBuiltInTemplates', 'GET /template/built-in', {
  summary: 'List built-in templates',
  description: 'In your language. Each can be used for a board and for a project.',
  access: limitable(signedIn),
  query: Type.Object({ ...ListQuery.properties, kind: Default(OneOf('board', 'project'), 'project') }),
  reply: List(BuiltInTemplate),
})

export const getTemplate = contract('getTemplate', 'GET /template/:id', {
  summary: 'Get a template',
  description: 'With its content, as `task`, `board` or `project`.',
  access: limitable(signedIn),
  reply: Item(TemplateWithContent),
  errors: ['template_not_found', 'project_not_found', 'not_a_member'],
})

export const createTemplate = contract('createTemplate', 'POST /template', {
  summary: 'Create a template',
  description:
    'From the content that you send as `task`, `board` or `project`. Templates of tasks and boards belong to a project and take its role manager. A template of projects is yours; you can share it with everyone.',
  access: manages,
  body: NewTemplate,
  reply: Item(Template),
  errors: [...rightErrors, 'template_too_large', 'too_many_templates'],
})

export const updateTemplate = contract('updateTemplate', 'PUT /template/:id', {
  summary: 'Update a template',
  description:
    'Changes the given fields; content replaces the whole content. A template of projects is changed by its owner, and by those who have the permission `projects.manage.any` if it is shared.',
  access: manages,
  body: TemplateChanges,
  reply: Item(Template),
  errors: [...changeErrors, 'template_too_large'],
})

export const deleteTemplate = contract('deleteTemplate', 'DELETE /template/:id', {
  summary: 'Delete a template',
  description: 'What was created from it stays.',
  access: manages,
  reply: Message,
  errors: changeErrors,
})

const saved = { params: IdParams, reply: Item(Template), access: inProject('template.write') } as const
const saveErrors = ['template_too_large', 'too_many_templates'] as const

export const saveTaskAsTemplate = contract('saveTaskAsTemplate', 'POST /task/:id/template', {
  summary: 'Save a task as a template',
  description:
    'Title, description, priority, estimate, assignee, stickers, checklist, custom fields, recurrence and sub-tasks. Dates are kept as days after its creation. Files, comments and tracked time are not saved.',
  body: TaskToSave,
  ...saved,
  errors: ['task_deleted', ...saveErrors],
})

export const saveBoardAsTemplate = contract('saveBoardAsTemplate', 'POST /board/:id/template', {
  summary: 'Save a board as a template',
  description:
    'Its columns with their limits and, if you want, its tasks. Dates are kept as days from today.',
  body: BoardToSave,
  ...saved,
  errors: saveErrors,
})

export const saveProjectAsTemplate = contract('saveProjectAsTemplate', 'POST /project/:id/template', {
  summary: 'Save a project as a template',
  description:
    'Its boards, stickers, custom fields, shared views and, if you want, its tasks. Members, assignees, files, comments and tracked time are not saved. The template is yours; you can share it with everyone.',
  body: ProjectToSave,
  ...saved,
  errors: saveErrors,
})
