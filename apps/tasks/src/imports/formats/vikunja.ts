import { type UnzipFileInfo, unzipSync } from 'fflate'
import { fileJson } from '../plan/file-text.ts'
import { FileNotRead, type ImportFile, type ImportFormat, type ImportTarget } from '../plan/import-format.ts'
import { singleLine } from '../plan/plan-texts.ts'
import { boardDefaults, boardPlan, isDownloadOf } from './board/board-format.ts'
import type { BoardOptions, SourceBoard, SourceTask } from './board/source-board.ts'
import { contentUrl, idOf, recordOf, recordsOf, textOf, type Unread } from './board/source-values.ts'
import { columnsOf, type PlacedProject } from './vikunja/vikunja-columns.ts'
import { type Links, peopleIn, readLinks, taskOf } from './vikunja/vikunja-tasks.ts'

export interface VikunjaOptions extends BoardOptions {
  /** The project to import; all of them if empty. */
  projectId: string
}

export interface VikunjaExport {
  projects: Unread[]
  /** The archive, for the files in it; what was downloaded has none. */
  archive: Uint8Array | undefined
}

/** The export of a Vikunja user: a ZIP with projects in `data.json`, and the files of their tasks. */
export const vikunja: ImportFormat<VikunjaExport, VikunjaOptions, ShownProjects> = {
  id: 'vikunja',
  detect: file => isArchive(file) || isDownloadOf('vikunja')(file),
  read,
  nameOf: ({ projects }) => (projects.length === 1 ? singleLine(textOf(projects[0]?.title)) : 'Vikunja'),
  show: ({ projects }) => ({
    projects: projects.map(({ id, title, tasks }) => ({
      id: idOf(id),
      title: singleLine(textOf(title)),
      taskCount: recordsOf(tasks).length,
    })),
  }),
  defaults: (content, target: ImportTarget) => ({ ...boardDefaults(content, target), projectId: '' }),
  plan: boardPlan(readProjects),
  fileOf: ({ archive }, url) => {
    if (!archive) return undefined
    const isWanted = (name: string) => contentUrl(name) === url
    return Object.values(
      unzip(archive, ({ name, originalSize }) => isWanted(name) && originalSize <= MAX_FILE),
    )[0]
  },
}

export interface ShownProjects {
  projects: { id: string; title: string; taskCount: number }[]
}

const MAX_DATA = 256 * 1024 * 1024
const MAX_FILE = 512 * 1024 * 1024

/** Vikunja writes the data first; other archives, such as spreadsheets, begin with another file. */
function isArchive({ name, head }: { name: string; head: string }) {
  return (
    head.startsWith('PK\u0003\u0004') && (head.slice(0, 100).includes('data.json') || /vikunja/i.test(name))
  )
}

function read({ bytes }: ImportFile): VikunjaExport {
  const start = new Uint8Array(bytes.slice(0, 2))
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  const archive = isZip ? new Uint8Array(bytes) : undefined
  const content = archive ? fileJson(dataIn(archive)) : recordOf(fileJson(bytes)).projects
  // An archive without projects has the data `null`.
  if (!Array.isArray(content) && !(isZip && content === null)) throw new FileNotRead('otherFormat')
  return { projects: withChildren(recordsOf(content), 0), archive }
}

function dataIn(archive: Uint8Array): ArrayBuffer {
  const files = unzip(archive, ({ name, originalSize }) => {
    if (name === 'data.json' && originalSize > MAX_DATA) throw new FileNotRead('tooLarge')
    return name === 'data.json'
  })
  const data = files['data.json']
  if (!data) throw new FileNotRead('otherFormat')
  return Uint8Array.from(data).buffer
}

/** Files take no more memory than the archive says they need, so that what is refused by its size cannot grow. */
function unzip(archive: Uint8Array, filter: (file: UnzipFileInfo) => boolean) {
  try {
    return unzipSync(archive, { filter })
  } catch (error) {
    if (error instanceof FileNotRead) throw error
    throw new FileNotRead('damaged')
  }
}

/** Projects of projects are beside them in newer versions, and in them in older ones. */
function withChildren(projects: Unread[], depth: number): Unread[] {
  if (depth > MAX_DEPTH) return []
  return projects.flatMap(project => [project, ...withChildren(recordsOf(project.child_projects), depth + 1)])
}

const MAX_DEPTH = 50

function readProjects({ projects, archive }: VikunjaExport, options: VikunjaOptions): SourceBoard {
  const chosen = projects.filter(({ id }) => !options.projectId || idOf(id) === options.projectId)
  const isOne = chosen.length === 1
  const places = chosen.map(columnsOf)
  const tasks = places.flatMap(place => recordsOf(place.project.tasks).map(task => ({ task, place })))
  const isArchived = ({ project }: PlacedProject) => project.is_archived === true && !options.withArchived
  const kept = tasks.filter(({ place }) => !isArchived(place))
  const links: Links = readLinks(kept.map(({ task }) => task))
  return {
    columns: places.flatMap(({ columns }) => columns),
    people: kept.flatMap(({ task }) => peopleIn(task)),
    labels: kept.flatMap(({ task }) =>
      recordsOf(task.labels).map(({ title, hex_color }) => ({
        name: textOf(title),
        color: textOf(hex_color),
      })),
    ),
    tasks: kept.map(({ task, place }): SourceTask => {
      const read = taskOf(task, links, archive ? fileInArchive : fileAtSource)
      return {
        ...read,
        column: place.columnOf(task),
        labels: [...(read.labels ?? []), ...(isOne ? [] : [textOf(place.project.title)])],
      }
    }),
    skipped: tasks
      .filter(({ place }) => isArchived(place))
      .map(({ task }) => ({ title: singleLine(textOf(task.title)), reason: 'archivedList' })),
  }
}

function fileInArchive({ file }: Unread) {
  return contentUrl(`files/${idOf(recordOf(file).id)}`)
}

function fileAtSource({ id, task_id }: Unread) {
  return `/api/v1/tasks/${encodeURIComponent(idOf(task_id))}/attachments/${encodeURIComponent(idOf(id))}`
}
