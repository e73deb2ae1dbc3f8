import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { compileRecordCheck } from '@atrium/core/validation'
import { checkPlan } from '#imports/check-plan.ts'
import { importFormats } from '#imports/formats/formats.ts'
import { partsOf } from '#imports/jobs/job-plan.ts'
import type { FormatPlan, ImportTarget } from '#imports/plan/import-format.ts'
import { ImportPlan, MAX_TASKS_OF_PART } from '#imports/plan/import-plan.contract.ts'

const errorsIn = compileRecordCheck(ImportPlan)

/** A plan is one that the server takes in parts: by its schema, and by what the schema cannot express. */
export function isValid({ columns, people, stickers, cycles = [], tasks }: FormatPlan) {
  for (const part of partsOf(tasks, MAX_TASKS_OF_PART)) {
    const parts = { columns, people, stickers, cycles, tasks: part.tasks }
    const plan = structuredClone({ source: '', createsOptions: false, ...parts })
    assert.deepEqual({ ...errorsIn(plan) }, {}, JSON.stringify(plan))
    checkPlan(plan)
    const text = JSON.stringify(plan)
    assert.ok(text.isWellFormed() && !/\\u0000|\\ud[89a-f]/i.test(text), text)
  }
}

/** A file of the folder `exports`, as its program writes it. */
export function exported(name: string) {
  return readFileSync(new URL(`exports/${name}`, import.meta.url))
}

export const target: ImportTarget = {
  fields: [],
  defaultColumn: 'To do',
  isMonthFirst: false,
  timeZone: 'UTC',
}

/** A field of the project that a format can fill. */
export function fieldNamed(id: number, name: string, type: ImportTarget['fields'][number]['type']) {
  const rest = { projectId: 1, isRequired: false, defaultValue: null, showsOnCard: false, options: [] }
  return { ...rest, id, name, type }
}

/** Plans a file with the format of the id and its first options, changed as a user would. */
export function planFile(
  id: string,
  bytes: Uint8Array,
  options: object = {},
  { fields = target.fields } = {},
) {
  const format = importFormats.find(each => each.id === id)
  assert.ok(format, id)
  const content = format.read({ name: 'export', bytes: Uint8Array.from(bytes).buffer })
  const plan = format.plan(content, { ...format.defaults(content, { ...target, fields }), ...options })
  isValid(plan)
  return {
    plan,
    name: format.nameOf(content),
    shown: format.show(content),
    fileOf: (url: string) => format.fileOf?.(content, url),
  }
}
