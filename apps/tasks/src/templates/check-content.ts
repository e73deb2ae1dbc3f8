import { ValidationFailed } from '#errors.ts'
import type { NewField } from '#fields/field.contract.ts'
import { readValue } from '#fields/field-value.ts'
import { parseRule } from '#tasks/recurrence/rule.contract.ts'
import { MAX_DEPTH } from '#tasks/task.contract.ts'
import type { BoardContent, ProjectContent, TaskContent, TemplateTask } from './content/content.contract.ts'
import type { TemplateKind } from './content/template.contract.ts'
import { placesOf, renameInView } from './view-references.ts'

type Refusals = ConstructorParameters<typeof ValidationFailed>[0]

type Contents = Partial<{ task: TaskContent; board: BoardContent; project: ProjectContent }>

/** What a schema cannot express: places that do not exist, cycles, repeated names, filters that do not parse. */
export function checkContent(kind: TemplateKind, contents: Contents) {
  const refusals: Refusals = {}
  const { task, board, project } = contents
  if (task) checkFamily(refusals, task.tasks)
  if (board) checkBoards(refusals, kind, board, [board])
  if (project) checkBoards(refusals, kind, project, project.boards)
  if (project) checkViews(refusals, project)
  if (Object.keys(refusals).length > 0) throw new ValidationFailed(refusals)
}

/** A task and what is below it. */
function checkFamily(refusals: Refusals, tasks: TemplateTask[]) {
  checkTasks(refusals, 'task', tasks, 0)
  for (const [index, { parent }] of tasks.entries()) {
    if ((parent === undefined) === (index === 0)) continue
    refusals[`task.tasks.${index}.parent`] = index === 0 ? 'first_task_has_no_parent' : 'required'
  }
}

function checkBoards(
  refusals: Refusals,
  kind: TemplateKind,
  { tasks, stickers, fields }: Pick<BoardContent, 'tasks' | 'stickers' | 'fields'>,
  boards: Pick<BoardContent, 'columns'>[],
) {
  const columnCount = boards.reduce((sum, { columns }) => sum + columns.length, 0)
  checkTasks(refusals, kind, tasks, columnCount)
  checkNames(refusals, `${kind}.stickers`, stickers)
  checkNames(refusals, `${kind}.fields`, fields)
  checkFields(refusals, kind, fields)
  checkValues(refusals, kind, tasks, fields)
}

function checkTasks(refusals: Refusals, kind: TemplateKind, tasks: TemplateTask[], columnCount: number) {
  for (const [index, { column = 0 }] of tasks.entries()) {
    const path = `${kind}.tasks.${index}.column`
    if (kind !== 'task' && column === 0) refusals[path] = 'required'
    if (column > columnCount) refusals[path] = 'not_in_template'
    for (const [field, code] of Object.entries(refusalsOf(tasks, index))) {
      if (code) refusals[`${kind}.tasks.${index}.${field}`] = code
    }
  }
}

function refusalsOf(tasks: TemplateTask[], index: number) {
  const { parent = 0, startInDays = 0, dueInDays = startInDays, recurrence } = tasks[index] as TemplateTask
  const isNested = depthOf(tasks, index) > MAX_DEPTH
  return {
    parent: parent > tasks.length ? 'not_in_template' : isNested && 'nested_too_deep',
    dueInDays: dueInDays < startInDays && 'due_before_start',
    'recurrence.rule': recurrence && !parseRule(recurrence.rule) && 'rule_expected',
  } as const
}

/** Beyond every limit in a cycle. */
function depthOf(tasks: TemplateTask[], index: number) {
  let depth = 0
  let parent = tasks[index]?.parent
  while (parent !== undefined && depth <= MAX_DEPTH) {
    depth += 1
    parent = tasks[parent - 1]?.parent
  }
  return depth
}

function checkNames(refusals: Refusals, path: string, named: { name: string }[]) {
  const known = new Set<string>()
  for (const [index, { name }] of named.entries()) {
    if (known.has(name.toLowerCase())) refusals[`${path}.${index}.name`] = 'name_repeated'
    known.add(name.toLowerCase())
  }
}

function checkFields(refusals: Refusals, kind: TemplateKind, fields: NewField[]) {
  for (const [index, field] of fields.entries()) {
    const path = `${kind}.fields.${index}`
    const isList = field.type === 'select' || field.type === 'multi_select'
    const { options = [] } = field
    if (options.length > 0 && !isList) refusals[`${path}.options`] = 'unknown_field'
    checkNames(refusals, `${path}.options`, options)
    if (field.type === 'select' && options.filter(({ isDefault }) => isDefault).length > 1) {
      refusals[`${path}.options`] = { code: 'too_many', limit: 1 }
    }
    const refusal = refusalOfDefault(field)
    if (refusal) refusals[`${path}.defaultValue`] = refusal
    if (field.type === 'checkbox' && field.isRequired) refusals[`${path}.isRequired`] = 'checkbox_always_set'
  }
}

/** A person or an option has no ID that means the same elsewhere. */
function refusalOfDefault(field: NewField) {
  const { type, defaultValue = null } = field
  if (defaultValue === null) return undefined
  if (['select', 'multi_select', 'person'].includes(type)) return 'not_in_template'
  const read = readPlain(field, defaultValue)
  return 'refusal' in read ? read.refusal : undefined
}

/** Values of addresses, because they become links; others that do not fit are left out when the template is used. */
function checkValues(refusals: Refusals, kind: TemplateKind, tasks: TemplateTask[], fields: NewField[]) {
  for (const field of fields.filter(({ type }) => type === 'url')) {
    for (const [index, { fields: values = {} }] of tasks.entries()) {
      const read = readPlain(field, Object.hasOwn(values, field.name) ? values[field.name] : null)
      if ('refusal' in read) refusals[`${kind}.tasks.${index}.fields.${field.name}`] = read.refusal
    }
  }
}

function readPlain({ type }: NewField, value: unknown) {
  return readValue({ type, options: [] }, value, () => false)
}

function checkViews(refusals: Refusals, project: ProjectContent) {
  const places = placesOf(project)
  for (const [index, view] of project.views.entries()) {
    if (!renameInView(view, places)) refusals[`project.views.${index}.filter`] = 'not_in_template'
  }
}
