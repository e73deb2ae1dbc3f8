import { contractsOf } from '@atrium/core/contract'
import { Body, Item, Nullable } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { inProject, permission } from '#access.contract.ts'

export const ProjectFiles = Type.Object({
  usedBytes: Type.Number({
    description:
      'What the attachments of all tasks take, those in the trash too. Copies of a file count once.',
  }),
  allowedBytes: Nullable(Type.Number({ description: 'Without a limit, null' })),
  limitMb: Nullable(
    Type.Integer({
      description: 'The limit of this project; null is that of the installation, 0 is none',
    }),
  ),
})
export type ProjectFiles = Static<typeof ProjectFiles>

const FilesLimit = Body({
  limitMb: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 1_000_000_000,
      description: 'Megabytes (1,000,000 bytes); null is the limit of the installation, 0 is none',
    }),
  ),
})

const contract = contractsOf('Attachments')

export const getProjectFiles = contract('getProjectFiles', 'GET /project/:id/files', {
  summary: 'Get how much space the files of a project take',
  description: 'The space that attachments take, and how much they may take.',
  access: inProject('project.read'),
  reply: Item(ProjectFiles),
})

export const limitProjectFiles = contract('limitProjectFiles', 'PUT /project/:id/files', {
  summary: 'Limit the space for the files of a project',
  description:
    'Uploads beyond the limit are refused with 413 `project_files_full`. Files that are there already stay, also if they take more.',
  access: permission('projects.manage.any'),
  body: FilesLimit,
  reply: Item(ProjectFiles),
  errors: ['project_not_found'],
})
