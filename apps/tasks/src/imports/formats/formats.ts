import { type AnyFormat, FileNotRead, type ImportFile, importFormat } from '../plan/import-format.ts'
import { csv } from './csv/csv.ts'
import { gitea } from './forges/gitea.ts'
import { github } from './forges/github.ts'
import { gitlab } from './forges/gitlab.ts'
import { jira } from './jira/jira.ts'
import { kanboard } from './kanboard.ts'
import { plane } from './plane.ts'
import { planka } from './planka.ts'
import { trello } from './trello.ts'
import { vikunja } from './vikunja.ts'
import { wekan } from './wekan.ts'

/** The formats in the order in which they are asked. CSV reads any text, so it is last. */
export const importFormats: AnyFormat[] = [
  importFormat(wekan),
  importFormat(planka),
  importFormat(kanboard),
  importFormat(vikunja),
  importFormat(plane),
  importFormat(jira),
  importFormat(github),
  importFormat(gitlab),
  importFormat(gitea),
  importFormat(trello),
  importFormat(csv),
]

const HEAD_BYTES = 4096

/** The format of a file, by its beginning. */
export function detectFormat({ name, bytes }: ImportFile): AnyFormat {
  const head = new TextDecoder().decode(bytes.slice(0, HEAD_BYTES))
  const format = importFormats.find(({ detect }) => detect({ name, head }))
  if (!format) throw new FileNotRead('unreadable')
  return format
}
