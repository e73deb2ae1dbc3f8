import { ValidationFailed } from '#errors.ts'
import type { ImportPlan, PlannedTask } from './plan/import-plan.contract.ts'

type Refusals = ConstructorParameters<typeof ValidationFailed>[0]

/** What a schema cannot express: external ids that are repeated, and people that the plan does not have. */
export function checkPlan({ boardId, boardName, columns, people, tasks }: ImportPlan) {
  const refusals: Refusals = {}
  if (boardId !== undefined && boardName !== undefined) refusals.boardName = 'one_board_expected'
  checkRepeated(refusals, 'columns', columns)
  checkRepeated(refusals, 'people', people)
  checkRepeated(refusals, 'tasks', tasks)
  const known = new Set(people.map(({ externalId }) => externalId))
  for (const [index, task] of tasks.entries()) checkTask(refusals, `tasks.${index}`, task, known)
  if (Object.keys(refusals).length > 0) throw new ValidationFailed(refusals)
}

function checkTask(
  refusals: Refusals,
  path: string,
  { assignees = [], voters = [], comments = [] }: PlannedTask,
  people: Set<string>,
) {
  checkRepeated(
    refusals,
    `${path}.comments`,
    comments.filter(({ externalId }) => externalId !== undefined),
  )
  for (const [key, named] of Object.entries({ assignees, voters })) {
    for (const [index, person] of named.entries()) {
      if (!people.has(person)) refusals[`${path}.${key}.${index}`] = 'not_in_plan'
    }
  }
  for (const [index, { author }] of comments.entries()) {
    if (author && !people.has(author)) refusals[`${path}.comments.${index}.author`] = 'not_in_plan'
  }
}

function checkRepeated(refusals: Refusals, path: string, named: { externalId?: string | undefined }[]) {
  const seen = new Set<string | undefined>()
  for (const [index, { externalId }] of named.entries()) {
    if (seen.has(externalId)) refusals[`${path}.${index}.externalId`] = 'external_id_repeated'
    seen.add(externalId)
  }
}
