import { type Static, type TProperties, type TSchema, Type } from 'typebox'

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
export const IdParams = Type.Object({ id: Id })
export const Instant = Type.String({ format: 'date-time' })
export const CalendarDate = Type.String({ format: 'date' })

/** The file of a multipart form. Its size limit is the route's `maxFileBytes`. */
export interface UploadedFile {
  /** The name that the sender gave: any text. */
  name: string
  /** What its sender says it is: any text. */
  type: string
  size: number
  sha256: string
  content: () => AsyncIterable<Uint8Array>
}
export const UploadedFile = Type.Unsafe<UploadedFile>({ isFile: true })

export const Message = Type.Object({ message: Type.String() })

export function Item<T extends TSchema>(schema: T) {
  return Type.Object({ item: schema })
}

export function List<T extends TSchema>(schema: T) {
  return Type.Object({ items: Type.Array(schema), _meta: ListMeta })
}

export const ListMeta = Type.Object({
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  pages: Type.Integer(),
})

/** A name that users choose: one line, so that it cannot pose as other text in lists and emails. */
export function Name(maxLength: number) {
  return Type.String({ trim: true, minLength: 1, maxLength, format: 'single-line' })
}

/** Surrounding white space is removed; any script is accepted. */
export const Email = Type.String({ trim: true, format: 'email', maxLength: 254 })

/** A request body: an unknown field is an error, so that a typo does not go unnoticed. */
export function Body<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false })
}

/** `type: [x, 'null']` rather than a union of schemas: faster to serialize, easier to read. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  })
}

export function OneOf<const T extends string>(...values: T[]) {
  return Type.Unsafe<T>({ type: 'string', enum: values })
}

/** A field that a caller can leave out. */
export function Default<T extends TSchema, Value extends Static<T>>(schema: T, value: Value) {
  const properties = { ...Object.getOwnPropertyDescriptors(schema), default: { value, enumerable: true } }
  return Object.defineProperties({}, properties) as T & { default: Value }
}

export const ListQuery = Type.Object({
  page: Default(Type.Integer({ description: 'Starts at 1' }), 1),
  limit: Default(Type.Integer({ description: 'Items per page, clamped to 1–1000' }), 20),
})

/** `orderBy=field` or `-field` for descending, from a fixed set; the first one is the default. */
export function OrderBy<const T extends string>(...fields: [T, ...T[]]) {
  type Order = T | `-${T}`
  const allowed = fields.flatMap(field => [field, `-${field}`])
  return Type.Object({
    orderBy: Default(
      Type.Unsafe<Order>({
        type: 'string',
        enum: allowed,
        description: 'Prefix with `-` for descending order',
      }),
      fields[0],
    ),
  })
}

const errorCode = 'date_or_time_expected'

/** A bound of a list: an instant, or a day with all its hours. */
export const Bound = Type.Unsafe<string>({
  type: 'string',
  anyOf: ['date', 'date-time'].map(format => ({ format, errorCode })),
  errorCode,
})
