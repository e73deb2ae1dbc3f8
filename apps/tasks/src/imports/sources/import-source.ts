import type { Buffer } from 'node:buffer'
import type { ImportProgram } from '../plan/import-sources.contract.ts'

/** A program whose data can be fetched from an address. What it downloads is read by the format with the same id. */
export interface ImportSource {
  id: ImportProgram
  /** Origins besides the one that was typed that the token can be sent to, such as `https://api.github.com`. */
  origins?: readonly string[]
  /** The headers that sign a request in. */
  headers: (token: string) => Record<string, string>
  /**
   * Fetches everything and returns one JSON document: the answers as they came, in a shape that only the format has to
   * understand. It is stored, so that an import that was interrupted does not ask again. Throws `SourceFailed`.
   */
  download: (connection: SourceConnection, report: ReportDownload) => Promise<object>
  /** How an attachment is fetched, if a GET of its address, signed in, is not enough. */
  downloadFile?: (connection: SourceConnection, file: { name: string; url: string }) => Promise<Buffer>
}

/** Says how many answers have been read, and how many there will be as far as that is known. */
export type ReportDownload = (done: number, total?: number) => Promise<void>

/** The way to one program, through the guard for addresses that people typed. */
export interface SourceConnection {
  /** What was typed: the address of the program, or of a project or board in it. */
  address: URL
  /** Needed only by programs that do not take it in a header. */
  token: string
  /** Requests JSON and retries while the program asks to wait. The token goes to allowed origins only. */
  json: (url: string | URL, request?: SourceRequest) => Promise<SourceAnswer>
  /** Fetches a file; follows redirects, without the token if they lead elsewhere. */
  file: (url: string | URL, request?: SourceRequest) => Promise<Buffer>
  /** Runs the work for all items, a few at a time, and returns the results in their order. */
  each: <Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) => Promise<Result[]>
}

export interface SourceRequest {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: object
  /** Statuses that are an answer and not a failure, such as 404 for a part that older versions do not have. */
  accepts?: readonly number[]
}

export interface SourceAnswer {
  status: number
  headers: Record<string, string | undefined>
  body: unknown
}

/**
 * Why nothing could be fetched: the token is refused, nothing is at the address, the program does not answer, answers what it
 * should not, has more than an import can hold, or the address does not say which of several projects to take.
 */
export type SourceProblem =
  | 'tokenRefused'
  | 'notFound'
  | 'unavailable'
  | 'nonsense'
  | 'tooLarge'
  | 'placeExpected'

/** Ends an import with a sentence about its source; `detail` is shown as it is, such as the names of the projects. */
export class SourceFailed extends Error {
  readonly problem: SourceProblem
  readonly detail: string | null
  constructor(problem: SourceProblem, detail: string | null = null) {
    super(detail ? `${problem}: ${detail}` : problem)
    this.problem = problem
    this.detail = detail
  }
}
