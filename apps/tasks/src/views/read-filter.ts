import { ValidationFailed } from '#errors.ts'
import { type Filter, parseFilter } from './filter.contract.ts'
import { type FindField, findFilterField } from './filter-fields.contract.ts'
import { FilterError } from './filter-tokens.contract.ts'

/** The filter of a request; a wrong one is refused with its position. `name` is what the request calls it. */
export function readFilter(text = '', findField: FindField = findFilterField, name = 'filter'): Filter {
  try {
    return parseFilter(text, findField)
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    const { code, position, params } = error
    throw new ValidationFailed({ [name]: { code, position, ...params } as never })
  }
}
