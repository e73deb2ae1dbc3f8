import type { CallRoute } from '@atrium/client/client'
import type { Right } from '@atrium/tasks/projects/rights.contract'
import type { Ledger } from '../ledger.ts'
import type { Office, Project } from '../office.ts'
import type { Person } from '../people.ts'
import type { Random } from '../random.ts'

/** Something that people do all day. */
export interface Activity {
  name: string
  /** How often it happens, compared with the others. */
  weight: number
  /** What a role must allow in the project; people without it try now and then, and are refused. */
  right?: Right
  /** Codes with which a change by others at the same time may refuse it. */
  races?: readonly string[]
  /** Whether there is anything to do it with; otherwise it is left out. */
  isPossible?: (desk: Desk) => boolean
  run: (desk: Desk) => Promise<unknown>
}

/** What a person has at hand for one activity. */
export interface Desk {
  office: Office
  person: Person
  project: Project
  call: CallRoute
  ledger: Ledger
  random: Random
  /** A text that nobody else writes. */
  text: (about: string) => string
}

/** A column with a WIP limit can be full at the end of a long day. */
export const COLUMN_FULL = 'wip_limit_reached'

export function hasTasks({ ledger, project }: Desk) {
  return ledger.tasksIn(project.id).length > 1
}

/** Tasks that are no sub-tasks themselves. */
export function topTasks({ ledger, project }: Desk) {
  return ledger.tasksIn(project.id).filter(({ isSubtask }) => !isSubtask)
}

export function pickTask({ ledger, project, random }: Desk) {
  return random.pick(ledger.tasksIn(project.id))
}
