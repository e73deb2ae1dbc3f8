import { Type } from 'typebox'

export const Password = Type.String({ minLength: 8, maxLength: 128 })
