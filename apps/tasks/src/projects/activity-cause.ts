import { AsyncLocalStorage } from 'node:async_hooks'

/** What makes changes without a request: the run of an automation, by the name of the automation. */
interface Cause {
  automationRunId: number
  application: string
}

const causes = new AsyncLocalStorage<Cause>()

/** Runs work whose events record the cause, whatever commands emit them. */
export function causedBy<Result>(cause: Cause, work: () => Promise<Result>) {
  return causes.run(cause, work)
}

export function currentCause() {
  return causes.getStore()
}
