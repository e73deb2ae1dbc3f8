import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { IdParams, type UploadedFile } from './schema.ts'

/** Who can call a route. */
export interface AccessRule {
  token: boolean
  scope?: string
  permission?: string
  /** In the project of the addressed record. */
  right?: string
  /** The lowest role in the project that has the right. */
  role?: string
  /** Whether a token that is limited to some projects works: what it answers is limited to them too. */
  isLimitable?: boolean
  /** Whether it can be called before the caller has the second factor that their role requires. */
  isForSettingUp?: boolean
  /** Whether users are refused: only a client on its own behalf can call it. */
  isForClients?: boolean
}

export const open = { token: false } as const

/** An operation, as the server, the API description, the typed client and `call` see it. */
export interface Contract {
  /** Names the operation in the API description and in clients: unique in its service, and never changed once released. */
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, with `:name` for a parameter. `:id` alone needs no `params`: it is the id of a record. */
  path: string
  /** The chapter of the API description. */
  tag: string
  summary: string
  description: string
  access: AccessRule
  params?: TObject
  query?: TObject
  body?: TSchema
  reply?: TSchema
  /** Content types of a reply that is not JSON. */
  produces?: readonly string[]
  /** The codes that it answers with, besides those of every route and those of its access rule. */
  errors?: readonly string[]
  /** Never readable by scripts of other origins, listed or not. */
  noCors?: boolean
  /** A GET that changes something: a page of another site must not cause it. */
  changesState?: boolean
  /** A change that works in maintenance mode, too: signing in and out, or a question that is sent as a POST. */
  duringMaintenance?: boolean
}

/** A route that exists over HTTP only: a page, a cookie, a file, a stream, a step of OAuth. */
export interface Endpoint extends Contract {
  isHttpOnly: true
  /** A page for people: its errors are pages too. */
  isPage?: boolean
  /** Readable by scripts of the origins that applications have registered, without cookies. */
  forApplications?: boolean
  /** Whether its errors have the body of RFC 6749 §5.2. */
  hasOAuthErrors?: boolean
  /** Statuses without a body, such as redirects. */
  statuses?: Readonly<Record<number, string>>
  /** What the Set-Cookie headers of its successful replies hold. */
  setCookie?: string
  /** Other ways to authenticate than the service's usual ones. */
  security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** What it reads without a schema that validates it. */
  undeclared?: { query?: TSchema; headers?: TSchema; body?: TSchema }
}

type Method = Contract['method']
type Route = `${Method} ${string}`

/** What is declared besides the name and the route. */
type Declared<C extends Contract, Added extends keyof C = never> = Omit<C, Added | 'name' | 'method' | 'path'>

type Exact<C, Known> = C & Record<Exclude<keyof C, keyof Known>, never>

type Complete<R extends Route, C> = R extends `${infer M extends Method} ${infer Path}`
  ? WithParams<C & { name: string; method: M; path: Path }>
  : never

type WithParams<C> = C extends { params: TObject } | { path: `${string}:${string}:${string}` }
  ? C
  : C extends { path: `${string}/:id` | `${string}/:id/${string}` }
    ? C & { params: typeof IdParams }
    : C

function complete<R extends Route, C>(name: string, route: R, declared: C) {
  const [method, path] = route.split(' ')
  const params = path?.match(/:\w+/g)?.join() === ':id' && { params: IdParams }
  return { ...params, ...declared, name, method, path } as Complete<R, C>
}

/**
 * Declares an operation by its name, its route such as `GET /cities/:id`, and the rest of its contract. Its handler sees
 * neither the HTTP request nor the reply, so that it can be called without them.
 */
export function contract<R extends Route, const C extends Declared<Contract> & { reply: TSchema }>(
  name: string,
  route: R,
  declared: Exact<C, Declared<Contract>>,
) {
  return complete<R, C>(name, route, declared)
}

/** Declares operations of one chapter of the API description. */
export function contractsOf(tag: string) {
  return <R extends Route, const C extends Declared<Contract, 'tag'> & { reply: TSchema }>(
    name: string,
    route: R,
    declared: Exact<C, Declared<Contract, 'tag'>>,
  ) => complete<R, C & { tag: string }>(name, route, { ...(declared as C), tag })
}

/** Declares a route whose handler gets the HTTP request and reply. */
export function endpoint<R extends Route, const C extends Declared<Endpoint, 'isHttpOnly'>>(
  name: string,
  route: R,
  declared: Exact<C, Declared<Endpoint, 'isHttpOnly'>>,
) {
  return complete<R, C & { isHttpOnly: true }>(name, route, { ...(declared as C), isHttpOnly: true })
}

/** Declares routes of one chapter of the API description whose handlers get the HTTP request and reply. */
export function endpointsOf(tag: string) {
  return <R extends Route, const C extends Declared<Endpoint, 'isHttpOnly' | 'tag'>>(
    name: string,
    route: R,
    declared: Exact<C, Declared<Endpoint, 'isHttpOnly' | 'tag'>>,
  ) =>
    complete<R, C & { isHttpOnly: true; tag: string }>(name, route, {
      ...(declared as C),
      isHttpOnly: true,
      tag,
    })
}

type StaticOf<C, Part extends string> =
  C extends Record<Part, infer Schema extends TSchema> ? Static<Schema> : undefined
export type ParamsIn<C> = StaticOf<C, 'params'>
export type QueryIn<C> = StaticOf<C, 'query'>
export type BodyIn<C> = StaticOf<C, 'body'>
export type ReplyOf<C> = StaticOf<C, 'reply'>

/** What a caller sends: a field with a default can be left out, and a file is a Blob. */
export type InputOf<T> =
  T extends TObject<infer Fields>
    ? Simplify<
        { [K in RequiredKeys<Fields>]: Sent<Static<Fields[K]>> } & {
          [K in Exclude<keyof Fields, RequiredKeys<Fields>>]?: Sent<Static<Fields[K]>>
        }
      >
    : T extends TSchema
      ? Static<T>
      : undefined

type RequiredKeys<Fields extends TProperties> = {
  [K in keyof Fields]: Fields[K] extends { '~optional': true } | { default: unknown } ? never : K
}[keyof Fields]
type Sent<T> = T extends UploadedFile ? Blob : T
type Simplify<T> = { [K in keyof T]: T[K] }

/** What a caller passes to a contract. */
export type PartsOf<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>

type Part<C, Name extends string> =
  C extends Record<Name, infer Schema>
    ? object extends InputOf<Schema>
      ? { [K in Name]?: InputOf<Schema> }
      : { [K in Name]: InputOf<Schema> }
    : unknown
