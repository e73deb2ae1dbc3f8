import type { Call, CallRoute } from '@atrium/client/client'
import type { Contract, ReplyOf } from '@atrium/core/contract'
import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'

type Part<C, Name extends string> = ReplyOf<C> extends Record<Name, infer Value> ? Value : never

/** Returns functions that declare queries by their key, their contract and its input. */
export function createQueries(api: CallRoute) {
  const load = <C extends Contract>(contract: C, [input]: Call<C>, signal: AbortSignal) =>
    (api as (contract: C, input: object) => Promise<ReplyOf<C>>)(contract, { ...input, signal })

  /** Loads the reply. */
  const replyQuery = <Key extends QueryKey, C extends Contract>(key: Key, contract: C, ...call: Call<C>) =>
    queryOptions({ queryKey: key, queryFn: ({ signal }) => load(contract, call, signal) })

  /** Loads the item of the reply. */
  const itemQuery = <Key extends QueryKey, C extends Contract>(key: Key, contract: C, ...call: Call<C>) =>
    queryOptions({
      queryKey: key,
      queryFn: async ({ signal }) => itemIn<C>(await load(contract, call, signal)),
    })

  /** Loads the items of the reply. */
  const itemsQuery = <Key extends QueryKey, C extends Contract>(key: Key, contract: C, ...call: Call<C>) =>
    queryOptions({
      queryKey: key,
      queryFn: async ({ signal }) => itemsIn<C>(await load(contract, call, signal)),
    })

  /** Keeps the entire reply, and returns its items. */
  const listQuery = <Key extends QueryKey, C extends Contract>(key: Key, contract: C, ...call: Call<C>) =>
    queryOptions({
      queryKey: key,
      queryFn: ({ signal }) => load(contract, call, signal),
      select: itemsIn<C>,
    })

  return { replyQuery, itemQuery, itemsQuery, listQuery }
}

function itemIn<C>(reply: ReplyOf<C>) {
  return (reply as { item: Part<C, 'item'> }).item
}

function itemsIn<C>(reply: ReplyOf<C>) {
  return (reply as { items: Part<C, 'items'> }).items
}

/** Returns a function that loads the queries below the given keys again, for `onSuccess` or `onSettled` of a mutation. */
export function useInvalidation(...queryKeys: QueryKey[]) {
  const queryClient = useQueryClient()
  return () => Promise.all(queryKeys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
