import { exportUser } from '@atrium/identity/users/user-export.contract'
import { remove } from '@atrium/ui/api'
import { saveFile } from '@atrium/ui/files'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** Returns what was saved, and under which name. */
export function useExportData(userId: number) {
  return useMutation({
    mutationFn: async () => {
      const { item } = await api(exportUser, { params: { id: userId } })
      const name = `atrium-user-${userId}.json`
      const content = JSON.stringify(item, null, 2)
      saveFile(name, content, 'application/json')
      return { name, size: new Blob([content]).size, leftOut: item.leftOut }
    },
  })
}

/** Ends every session, including this one; the sign-in page opens. */
export function useArchiveAccount() {
  return useMutation({
    mutationFn: (currentPassword: string) => remove('/users/me', {}, { currentPassword }),
    ...conflictsAreExplained,
    onSuccess: () => window.location.assign('/account'),
  })
}
