type Command<Deps, Actor, Args extends unknown[], Result> = (
  deps: Deps,
  actor: Actor,
  ...args: Args
) => Promise<Result>

/** What a call has to contain so that a command gets its arguments: the id in the path, then the body. */
type Parts<Args> = Args extends [number, infer Body]
  ? { params: { id: number }; body: Body }
  : Args extends [number]
    ? { params: { id: number } }
    : Args extends [infer Body]
      ? { body: Body }
      : never

/**
 * Returns makers of handlers that only run a command, such as `updateBoard(deps, actor, id, body)`. `item` answers with
 * what the command returns, `message` with a sentence. Every other handler calls its command itself.
 */
export function commandAnswers<Deps>(deps: Deps) {
  const run = <Actor, Args extends unknown[], Result>(
    command: Command<Deps, Actor, Args, Result>,
    call: { actor: Actor; params?: { id?: number }; body?: unknown },
  ) => {
    const args = [call.params?.id, call.body].filter(part => part !== undefined)
    return command(deps, call.actor, ...(args as Args))
  }

  return {
    item:
      <Actor, Args extends unknown[], Result>(command: Command<Deps, Actor, Args, Result>) =>
      async (call: { actor: Actor } & Parts<Args>) => ({ item: await run(command, call) }),

    message:
      <Actor, Args extends unknown[]>(command: Command<Deps, Actor, Args, unknown>, message: string) =>
      async (call: { actor: Actor } & Parts<Args>) => {
        await run(command, call)
        return { message }
      },
  }
}
