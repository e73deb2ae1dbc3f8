import { Compile } from 'typebox/compile'
import type { Actor } from '#administration/actor.ts'
import { viewerOf } from '#administration/directory.ts'
import { findBoardAccess } from '#boards/board.queries.ts'
import type { Deps } from '#deps.ts'
import { Forbidden, NotFound, ValidationFailed } from '#errors.ts'
import { listFields } from '#fields/field.queries.ts'
import { findProjectAccess } from '#projects/record-access.queries.ts'
import { requireRight } from '#projects/require-right.ts'
import { listMembers } from '../import.queries.ts'
import { importSources } from '../sources/sources.ts'
import {
  FileOptions,
  type ImportStart,
  MappedColumns,
  MappedFields,
  MappedPeople,
} from './import-choices.contract.ts'
import type { ImportJob, NewImport } from './import-job.contract.ts'
import * as queries from './import-job.queries.ts'

export const CREATE_PROJECTS = 'projects.create'

/** A file or an address, and a token for the latter. */
export function requireOrigin(
  source: ImportJob['source'],
  { file, address, token, projectId }: Pick<NewImport, 'file' | 'address' | 'token' | 'projectId'>,
) {
  // The export of a project comes back as a project of its own.
  if (source === 'atrium' && projectId !== undefined)
    throw new ValidationFailed({ projectId: 'import_creates_project' })
  if (!file === !address) throw new ValidationFailed({ file: 'import_file_or_address' })
  if (!address) {
    if (source === 'planka' || source === 'kanboard') throw new ValidationFailed({ address: 'required' })
    return
  }
  const isKnown = importSources.some(({ id }) => id === source)
  if (!isKnown) throw new ValidationFailed({ address: 'import_needs_file' })
  if (!URL.canParse(address)) throw new ValidationFailed({ address: 'web_address_expected' })
  if (!token) throw new ValidationFailed({ token: 'required' })
}

/** Checks what names records of ours with the rights of the actor. */
export async function readChoices(deps: Deps, actor: Actor, input: ImportStart) {
  const people = readJson(input.people, 'people', isMappedPeople, [])
  const columns = readJson(input.columns, 'columns', isMappedColumns, [])
  const fields = readJson(input.fields, 'fields', isMappedFields, [])
  const options = readJson(input.options, 'options', isFileOptions, {})
  await requireTarget(deps, actor, input)
  await requireUsers(deps, actor, input, people)
  await requireFields(deps, input, fields)
  const { withArchived = false, createsOptions = false, boardId = null } = input
  return { people, columns, fields, options, withArchived, createsOptions, boardId }
}

/** A manager can import to their project; a new one needs the permission to create it. */
async function requireTarget({ db }: Deps, actor: Actor, { projectId, boardId }: ImportStart) {
  if (projectId === undefined) {
    if (!actor.permissions.has(CREATE_PROJECTS))
      throw new Forbidden('permission_required', { permission: CREATE_PROJECTS })
  } else {
    const access = await findProjectAccess(db, actor.id, projectId)
    if (!access) throw new NotFound('project_not_found')
    requireRight(actor, access, 'task.import')
  }
  if (boardId === undefined) return
  const board = await findBoardAccess(db, actor.id, boardId)
  if (!board || board.deletedAt) throw new ValidationFailed({ boardId: 'does_not_exist' })
  if (board.projectId !== projectId) throw new ValidationFailed({ boardId: 'in_other_project' })
}

/** People of a new project are users whom the actor sees, those of another one are its members. */
async function requireUsers(deps: Deps, actor: Actor, { projectId }: ImportStart, people: MappedPeople) {
  const ids = [...new Set(people.flatMap(({ userId }) => userId ?? []))]
  const known = new Set(
    projectId === undefined
      ? (await queries.findUsers(deps.db, viewerOf(actor, deps), { ids, emails: [] })).map(({ id }) => id)
      : (await listMembers(deps.db, projectId)).map(({ userId }) => userId),
  )
  const unknown = people.findIndex(({ userId }) => userId !== null && !known.has(userId))
  if (unknown < 0) return
  const code = projectId === undefined ? 'does_not_exist' : 'member_expected'
  throw new ValidationFailed({ [`people.${unknown}.userId`]: code })
}

async function requireFields({ db }: Deps, { projectId }: ImportStart, fields: MappedFields) {
  const known = projectId === undefined ? [] : await listFields(db, projectId)
  const ids = new Set(known.map(({ id }) => id))
  const unknown = fields.findIndex(({ fieldId }) => fieldId !== null && !ids.has(fieldId))
  if (unknown >= 0) throw new ValidationFailed({ [`fields.${unknown}.fieldId`]: 'does_not_exist' })
}

const isMappedPeople = Compile(MappedPeople)
const isMappedColumns = Compile(MappedColumns)
const isMappedFields = Compile(MappedFields)
const isFileOptions = Compile(FileOptions)

/** Forms have JSON in a text, which the schema of the request cannot check. */
function readJson<T>(
  given: T | string | undefined,
  field: string,
  check: { Check: (value: unknown) => boolean },
  otherwise: T,
): T {
  if (typeof given !== 'string') return given ?? otherwise
  try {
    const read: unknown = JSON.parse(given)
    if (check.Check(read)) return read as T
  } catch {}
  throw new ValidationFailed({ [field]: 'import_mapping_invalid' })
}
