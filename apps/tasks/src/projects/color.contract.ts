import { Type } from 'typebox'

export const Color = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  errorCode: 'color_expected',
})
