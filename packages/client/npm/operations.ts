import type { RequestParts } from '../src/request-parts.ts'
import type { CallOptions } from './request.ts'
import type { Send } from './send.ts'

/** By the name of the operation: method, path and, for some, `list` or `file`. */
export type Routes = Record<string, string>

export interface ListMeta {
  total: number
  page: number
  limit: number
  pages: number
}

type Arguments<Input> = object extends Input ? [input?: Input & CallOptions] : [input: Input & CallOptions]

/** A list: call it for one page, or iterate over `all()` for every item of every page. */
export interface ListOperation<Input, Reply extends { items: unknown[] }> {
  (...input: Arguments<Input>): Promise<Reply>
  /** Requests the next page when its first item is needed. */
  all(...input: Arguments<Input>): AsyncGenerator<Reply['items'][number], void, undefined>
}

interface AnyPage {
  items: unknown[]
  _meta: ListMeta
}

type AnyInput = RequestParts & CallOptions

const ITEMS_PER_PAGE = 100

export function createOperations(routes: Routes, send: Send) {
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, createOperation(route, send)]),
  )
}

function createOperation(row: string, send: Send) {
  const [method = '', path = '', ...words] = row.split(' ')
  const route = { method, path, isFile: words.includes('file'), isOpen: words.includes('open') }
  const call = (input: AnyInput = {}) => send(route, input)
  if (!words.includes('list')) return call
  const getPage = call as (input: AnyInput) => Promise<AnyPage>
  return Object.assign(call, { all: (input: AnyInput = {}) => eachItem(getPage, input) })
}

async function* eachItem(getPage: (input: AnyInput) => Promise<AnyPage>, input: AnyInput) {
  let page = 1
  let pages = 1
  while (page <= pages) {
    const query = { limit: ITEMS_PER_PAGE, ...input.query, page }
    const { items, _meta } = await getPage({ ...input, query })
    yield* items
    pages = _meta.pages
    page += 1
  }
}
