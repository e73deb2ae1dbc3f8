import { contractsOf, endpointsOf } from '@atrium/core/contract'
import {
  Body,
  Id,
  Instant,
  Item,
  List,
  ListQuery,
  Message,
  OneOf,
  OrderBy,
  UploadedFile,
} from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, ownOrAny, selfOrAny } from '#access.contract.ts'

export const Purpose = OneOf('avatar', 'document')
export type Purpose = Static<typeof Purpose>

export const StoredFile = Type.Object({
  id: Id,
  userId: Id,
  purpose: Purpose,
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  createdAt: Instant,
})
export type StoredFile = Static<typeof StoredFile>

/** Without a userId, it is the caller's own. */
export const NewFile = Body({
  file: UploadedFile,
  purpose: Type.Optional(Purpose),
  userId: Type.Optional(Id),
})
export type NewFile = Static<typeof NewFile>

export const FileFilters = Type.Object({
  ...ListQuery.properties,
  ...OrderBy('id', 'name', 'size', 'createdAt').properties,
  userId: Type.Optional(Id),
  purpose: Type.Optional(Purpose),
})
export type FileFilters = Static<typeof FileFilters>

const contract = contractsOf('Storage')
const endpoint = endpointsOf('Storage')

export const listFiles = contract('listFiles', 'GET /storage/files', {
  summary: 'List files',
  description:
    'Your own files, or those of `userId`. With the permission `storage.read.any` and without `userId`, the files of all users.',
  access: needs('user:read', selfOrAny('storage.read')),
  query: FileFilters,
  reply: List(StoredFile),
})

export const uploadFile = endpoint('uploadFile', 'POST /storage/files', {
  summary: 'Upload a file',
  description:
    'A multipart form with the field `file`. Without `userId`, the file is your own. The maximum size is `STORAGE_MAX_BYTES` (413).',
  access: needs('user:write', selfOrAny('storage.write')),
  body: NewFile,
  reply: Item(StoredFile),
  errors: ['user_above_own_role', 'user_erased'],
})

export const getFile = contract('getFile', 'GET /storage/files/:id', {
  summary: 'Get a file',
  description: 'Returns name, type, size and checksum. The content is at `GET /storage/files/{id}/content`.',
  access: needs('user:read', ownOrAny('storage.read')),
  reply: Item(StoredFile),
  errors: ['file_not_found'],
})

export const downloadFile = endpoint('downloadFile', 'GET /storage/files/:id/content', {
  summary: 'Download a file',
  description:
    'Images are shown in the browser, all other types are downloaded. Every user can read the current avatar of another. Supports `If-None-Match`.',
  access: needs('user:read', ownOrAny('storage.read')),
  produces: ['application/octet-stream'],
  statuses: { 304: 'The cached file is still current (`If-None-Match`)' },
  errors: ['file_not_found'],
})

export const deleteFile = contract('deleteFile', 'DELETE /storage/files/:id', {
  summary: 'Delete a file',
  description: 'Deletes the file and its content permanently.',
  access: needs('user:write', ownOrAny('storage.write')),
  reply: Message,
  errors: ['file_not_found', 'user_above_own_role', 'user_erased'],
})
