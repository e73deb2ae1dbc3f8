import { Type } from 'typebox'
import { countryCodes } from './country-codes.contract.ts'

export const Country = Type.Unsafe<string>({
  type: 'string',
  enum: countryCodes,
  errorCode: 'must be a country code of ISO 3166-1 such as DE',
})
