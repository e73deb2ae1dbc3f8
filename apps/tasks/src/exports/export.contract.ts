import { endpoint } from '@atrium/core/contract'
import { Default, OneOf } from '@atrium/core/schema'
import { Type } from 'typebox'
import { inProject } from '#access.contract.ts'

const ExportQuery = Type.Object({
  format: Default(OneOf('atrium', 'trello'), 'atrium'),
})

export const exportProject = endpoint('exportProject', 'GET /project/:id/export', {
  tag: 'Projects',
  summary: 'Export a project',
  description:
    'Everything of the project as a `.tar.gz` archive: a file of JSON lines for each kind of record, the content of attachments, and `schema.json`, which describes the files. Two exports of equal data differ only in `exportedAt`. It can be imported as another project (`POST /import`, source `atrium`). With `format=trello`, the boards as a JSON file that other products import, which can’t hold everything; see the guide about moving out.',
  access: inProject('project.export'),
  query: ExportQuery,
  produces: ['application/gzip', 'application/json'],
})
