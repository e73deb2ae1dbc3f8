import { fileJson } from '../../plan/file-text.ts'
import { FileNotRead, type FormatPlan, type ImportFile, type ImportTarget } from '../../plan/import-format.ts'
import type { ImportProgram } from '../../plan/import-sources.contract.ts'
import { planBoard } from './plan-board.ts'
import type { BoardOptions, SourceBoard } from './source-board.ts'
import { recordOf, type Unread } from './source-values.ts'

/** The options of a board at first: nothing that is archived, and the fields that the project has. */
export function boardDefaults(_content: unknown, { fields, timeZone }: ImportTarget): BoardOptions {
  return { withArchived: false, timeZone, fields: fields.map(({ id, name, type }) => ({ id, name, type })) }
}

/** Plans with what `read` finds on a board. */
export function boardPlan<Content, Options extends BoardOptions>(
  read: (content: Content, options: Options) => SourceBoard,
) {
  return (content: Content, options: Options): FormatPlan => planBoard(read(content, options), options)
}

/** A JSON object that the format knows as its own. */
export function readJsonOf(isOwn: (content: Unread) => boolean) {
  return ({ bytes }: ImportFile): Unread => {
    const content = recordOf(fileJson(bytes))
    if (!isOwn(content)) throw new FileNotRead('otherFormat')
    return content
  }
}

/** Recognizes the document that the source of the same id downloads. */
export function isDownloadOf(id: ImportProgram) {
  const start = new RegExp(`^\\uFEFF?\\s*\\{\\s*"source"\\s*:\\s*"${id}"`)
  return ({ head }: { head: string }) => start.test(head)
}
