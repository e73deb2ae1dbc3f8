import type { BodyIn, Contract, ParamsIn, QueryIn, ReplyOf } from '@atrium/core/contract'
import type { Language } from '@atrium/core/language'
import type { TObject } from 'typebox'
import type { TasksScope } from '#access.contract.ts'
import type { Actor } from '#administration/actor.ts'
import type { Deps } from '#deps.ts'

type Parts<C> = {
  params?: ParamsIn<C>
  query?: Partial<QueryIn<C>>
  body?: BodyIn<C>
}

/** What a tool works with: the operations of the service, with the rights of the agent. */
export interface Calls {
  deps: Deps
  actor: Actor
  language: Language
  run: <C extends Contract>(contract: C, parts: Parts<C>) => Promise<ReplyOf<C>>
}

/** What a tool answers: for programs, and in a few words. */
export interface Answer {
  content: Record<string, unknown>
  text: string
}

/** An entry of the list of tools. */
export interface Tool {
  name: string
  title: string
  description: string
  input: TObject
  output: TObject
  /** All that a token needs. */
  scopes: readonly TasksScope[]
  isReadOnly: boolean
  /** Whether it can remove or overwrite something. */
  isDestructive: boolean
  isIdempotent: boolean
  /** The tasks that the input is about, whose versions a proposal keeps. */
  taskIds: (input: never) => number[]
  call: (calls: Calls, input: never) => Promise<Answer>
}

/** A tool that only reads. */
export function readingTool(
  tool: Pick<Tool, 'name' | 'title' | 'description' | 'input' | 'output' | 'call'>,
): Tool {
  return {
    ...tool,
    scopes: ['tasks:read'],
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
    taskIds: () => [],
  }
}

export function changingTool(
  tool: Omit<Tool, 'scopes' | 'isReadOnly' | 'isDestructive' | 'isIdempotent'> &
    Partial<Pick<Tool, 'isDestructive' | 'isIdempotent'>>,
): Tool {
  return {
    isDestructive: false,
    isIdempotent: false,
    ...tool,
    scopes: ['tasks:read', 'tasks:write'],
    isReadOnly: false,
  }
}
