import { hasStatus } from '@atrium/client/api-error'
import { notifyOfError } from './notify.ts'

/** For mutations whose form or dialog explains conflicts itself. */
export const conflictsAreExplained = {
  meta: { tellsItself: true },
  onError: (error: unknown) => {
    const isExplained = [401, 409, 422].some(code => hasStatus(error, code))
    if (!isExplained) notifyOfError(error)
  },
}
