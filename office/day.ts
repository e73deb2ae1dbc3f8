import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@atrium/client/api-error'
import { activities } from './activities/activities.ts'
import type { Activity, Desk } from './activities/activity.ts'
import { isFailure } from './attempts.ts'
import type { Office } from './office.ts'
import { may, type Person } from './people.ts'
import { createRandom } from './random.ts'

export interface DayOptions {
  /** How many activities everyone does together; without it, the day lasts until it is stopped. */
  activities?: number
  /** Between two activities of a person, on average. */
  pauseMs?: number
  seed?: number
  /** Who works and what they do; everyone does everything unless stated. */
  people?: Person[]
  only?: readonly Activity[]
}

/** How much rarer people try what they have no right to. */
const FORBIDDEN_SHARE = 0.15
/** After a failure, as a person waits who is told that something went wrong. */
const PATIENCE_MS = 250

/** Everyone works at the same time, one activity after the other. */
export function startDay(
  office: Office,
  {
    activities: limit = Infinity,
    pauseMs = 0,
    seed = 1,
    people = office.people,
    only = activities,
  }: DayOptions = {},
) {
  let started = 0
  let isOver = false
  const work = async (person: Person, number: number) => {
    const random = createRandom(seed * 1000 + number)
    let texts = 0
    const text = (about: string) => `${about} ${number}.${++texts}`
    while (!isOver && started < limit) {
      started += 1
      await doSomething(only, { office, person, random, text })
      if (pauseMs > 0) await sleep(2 * pauseMs * random.next())
    }
  }
  const running = Promise.all(people.map(work))
  return {
    /** When all activities have been done. */
    done: running,
    /** Lets everyone finish what they are doing. */
    async stop() {
      isOver = true
      await running
    },
  }
}

async function doSomething(
  choices: readonly Activity[],
  at: Pick<Desk, 'office' | 'person' | 'random' | 'text'>,
) {
  const { office, person, random } = at
  const desk = { ...at, project: random.pick(office.projects), call: person.call, ledger: office.ledger }
  const activity = chooseActivity(choices, desk)
  person.activity = activity.name
  const problem = await tryActivity(activity, desk)
  if (problem)
    office.surprises.push(`${activity.name}, ${person.role} with a ${person.clientKind}: ${problem}`)
}

function chooseActivity(choices: readonly Activity[], desk: Desk) {
  const weights = choices.map(activity => {
    if (activity.isPossible && !activity.isPossible(desk)) return 0
    return isAllowed(activity, desk) ? activity.weight : activity.weight * FORBIDDEN_SHARE
  })
  let rest = desk.random.next() * weights.reduce((sum, weight) => sum + weight, 0)
  return choices.find((_, index) => {
    rest -= weights[index] ?? 0
    return rest < 0
  }) as Activity
}

function isAllowed({ right }: Activity, { person, project }: Desk) {
  return right === undefined || may(person, project.id, right)
}

/**
 * Returns what was not as it should be. A server that cannot answer for the moment is recorded as a failed attempt; only
 * 500 is always wrong.
 */
async function tryActivity(activity: Activity, desk: Desk) {
  try {
    await activity.run(desk)
    return isAllowed(activity, desk) ? undefined : 'was not refused'
  } catch (error) {
    if (!(error instanceof ApiError)) return describe(error)
    const { status, code = '', requestId } = error
    if (status === 500) return `${error.message} (request ${requestId})`
    if (status === 0 || isFailure({ outcome: status })) return void (await sleep(PATIENCE_MS))
    if (activity.races?.includes(code)) return undefined
    if (status === 403 && !isAllowed(activity, desk)) return undefined
    return `${status} ${code} ${error.message}`
  }
}

function describe(error: unknown) {
  return String((error as Error).stack ?? error)
}
