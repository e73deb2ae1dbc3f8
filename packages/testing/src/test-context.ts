import asyncHooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'

/**
 * Lets node:test find the running test by asynchronous context instead of watching every promise, which makes an `await`
 * about fifty times slower. It has to be imported before node:test is, and only node:test sees the replacements.
 */
const { createHook, executionAsyncId } = asyncHooks
const running = new AsyncLocalStorage<number>()
let remember: ((id: number, type: string, trigger: number, resource: object) => void) | undefined

class TestResource extends AsyncResource {
  constructor(type: string, options?: object) {
    super(type, options)
    remember?.(this.asyncId(), type, 0, this)
  }

  override runInAsyncScope<This, Result>(
    run: (...args: unknown[]) => Result,
    self?: This,
    ...args: unknown[]
  ) {
    const inside = (...given: unknown[]) => running.run(this.asyncId(), () => Reflect.apply(run, self, given))
    return super.runInAsyncScope(inside, undefined, ...args)
  }
}

Object.assign(asyncHooks, {
  createHook: ({ init }: { init: typeof remember }) => {
    remember = init
    return { enable: () => {}, disable: () => {} }
  },
  executionAsyncId: () => running.getStore() ?? 0,
  AsyncResource: TestResource,
})
await import('node:test')
Object.assign(asyncHooks, { createHook, executionAsyncId, AsyncResource })
