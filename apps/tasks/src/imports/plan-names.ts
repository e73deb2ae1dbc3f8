import type { Emit } from '@atrium/database/transaction'
import type { Actor } from '#administration/actor.ts'
import type { Database } from '#database.ts'
import { ValidationFailed } from '#errors.ts'
import type { Event } from '#events.ts'
import { MAX_OPTIONS } from '#fields/field.contract.ts'
import { listFields, lockField } from '#fields/field.queries.ts'
import { isList } from '#fields/field-conversion.ts'
import { lockProjectFields } from '#fields/field-input.ts'
import { addOptions } from '#fields/field-option.commands.ts'
import { canBeAssigned } from '#tasks/assignees/assignable.ts'
import { assignedPeople } from '#tasks/assignees/assigned-people.ts'
import { lockMembers } from '#templates/content.queries.ts'
import { addStickers } from '#templates/new-parts.ts'
import * as queries from './import.queries.ts'
import type { Losses } from './losses.ts'
import { stickerColor } from './plan/colors.contract.ts'
import { type ImportPlan, longest, type PlannedTask } from './plan/import-plan.contract.ts'
import { memberFinder, priorityFinder } from './plan/known-names.contract.ts'
import { findField, readFields, wordsOf } from './plan-values.ts'

type Refusals = ConstructorParameters<typeof ValidationFailed>[0]

interface Part {
  actor: Actor
  projectId: number
  plan: ImportPlan
  /** The tasks of the plan that are new. */
  tasks: PlannedTask[]
  losses: Losses
}

/** What the new tasks name, as the project has it: people, priorities, stickers and custom fields. */
export async function lockPlannedNames(tx: Database, emit: Emit<Event>, part: Part) {
  const { projectId, plan, tasks, losses } = part
  const people = await lockPeople(tx, projectId, plan)
  const priorityId = priorityFinder(await queries.listPriorities(tx))
  const stickers = await addNamedStickers(tx, emit, part)
  await createOptions(tx, emit, part)
  const { fields } = await lockProjectFields(tx, projectId, {})
  const values = readFields({ fields, userId: people.userId, losses }, plan, tasks)
  return {
    authorOf: people.userId,
    nameOf: people.nameOf,
    stickersOf: ({ stickers: names = [] }: PlannedTask) => [
      ...new Set(names.flatMap(name => stickers.get(name.toLowerCase()) ?? [])),
    ],
    priorityOf: ({ externalId, priority }: PlannedTask) => {
      if (!priority) return undefined
      const id = priorityId(priority)
      if (!id) losses.add('priorityUnknown', externalId, priority)
      return id
    },
    /** The people on the task, as far as they can edit tasks; the first one is responsible. */
    assigneesOf: ({ externalId, assignees = [] }: PlannedTask) => {
      const found = assignees.filter(person => people.isAssignable(person))
      for (const person of assignees) {
        if (!people.isAssignable(person)) losses.add('assigneeUnknown', externalId, people.nameOf(person))
      }
      const ids = found.map(person => people.userId(person)).filter(id => id !== undefined)
      return assignedPeople([...new Set(ids)])
    },
    /** The members who have voted for the task. */
    votersOf: ({ externalId, voters = [] }: PlannedTask) => {
      const found = new Set<number>()
      for (const person of new Set(voters)) {
        const id = people.userId(person)
        if (id === undefined) losses.add('voteDropped', externalId, people.nameOf(person))
        else found.add(id)
      }
      return [...found]
    },
    valuesOf: ({ externalId }: PlannedTask) => values.get(externalId) ?? {},
  }
}

/** The members that the plan's people are; they keep their roles until the transaction ends. */
async function lockPeople(tx: Database, projectId: number, { people }: ImportPlan) {
  const members = people.length > 0 ? await queries.listMembers(tx, projectId) : []
  const find = memberFinder(members)
  const refusals: Refusals = {}
  for (const [index, { userId }] of people.entries()) {
    if (userId && !members.some(member => member.userId === userId)) {
      refusals[`people.${index}.userId`] = 'member_expected'
    }
  }
  if (Object.keys(refusals).length > 0) throw new ValidationFailed(refusals)
  const userIds = new Map(
    people.map(person => [
      person.externalId,
      person.userId === undefined ? find(person) : (person.userId ?? undefined),
    ]),
  )
  const names = new Map(people.map(({ externalId, name }) => [externalId, name]))
  const roles = await lockMembers(
    tx,
    projectId,
    [...new Set(userIds.values())].filter(id => id !== undefined),
  )
  const userId = (person: string) => {
    const id = userIds.get(person)
    return id !== undefined && roles.has(id) ? id : undefined
  }
  return {
    userId,
    nameOf: (person: string) => names.get(person) ?? person,
    isAssignable: (person: string) => {
      const role = roles.get(userId(person) ?? 0)
      return role !== undefined && canBeAssigned(role)
    },
  }
}

/** The ids of the stickers that the tasks name, by their names in lower case. */
async function addNamedStickers(tx: Database, emit: Emit<Event>, { actor, projectId, plan, tasks }: Part) {
  const colors = new Map(plan.stickers.map(({ name, color }) => [name.toLowerCase(), color]))
  const byName = new Map(
    tasks.flatMap(({ stickers = [] }) => stickers).map(name => [name.toLowerCase(), name]),
  )
  const wanted = [...byName].map(([key, name]) => ({ name, color: colors.get(key) ?? stickerColor(name) }))
  const ids = wanted.length > 0 ? await addStickers(tx, emit, { projectId, actor }, wanted) : []
  return new Map([...byName.keys()].map((key, index) => [key, ids[index] as number]))
}

/** Lists get the options that the tasks name, as far as they have room. */
async function createOptions(tx: Database, emit: Emit<Event>, { actor, projectId, plan, tasks }: Part) {
  if (!plan.createsOptions) return
  const fields = await listFields(tx, projectId)
  for (const { id } of fields) {
    const field = await lockField(tx, id)
    if (!isList(field.type)) continue
    const known = new Set(field.options.map(({ name }) => name.toLowerCase()))
    const named = tasks.flatMap(({ fields: given = {} }) =>
      Object.entries(given).flatMap(([key, value]) =>
        findField(fields, key)?.id === id ? wordsOf(value) : [],
      ),
    )
    const missing = new Map(named.map(word => [word.toLowerCase(), word]))
    for (const word of known) missing.delete(word)
    const options = [...missing.values()].filter(isOptionName).slice(0, MAX_OPTIONS - field.options.length)
    await addOptions(
      tx,
      emit,
      actor,
      field,
      options.map(name => ({ name, color: stickerColor(name) })),
    )
  }
}

function isOptionName(word: string) {
  return word.length <= longest.option && !/[\p{Cc}\u2028\u2029]/u.test(word)
}
