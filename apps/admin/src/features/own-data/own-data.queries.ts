import type { UserExport } from '@atrium/identity/users/user-export.contract'
import { get, type Item, remove } from '@atrium/ui/api'
import { conflictsAreExplained } from '@atrium/ui/explained-conflicts'
import { saveFile } from '@atrium/ui/save-file'
import { useMutation } from '@tanstack/react-query'

/** Answers what was saved, and under which name. */
export function useExportData(userId: number) {
  return useMutation({
    mutationFn: async () => {
      const { item } = await get<Item<UserExport>>(`/users/${userId}/export`)
      const name = `atrium-user-${userId}.json`
      const content = JSON.stringify(item, null, 2)
      saveFile(name, content, 'application/json')
      return { name, size: new Blob([content]).size, leftOut: item.leftOut }
    },
  })
}

/** Ends every session, this one too: what follows is the page to sign in. */
export function useArchiveAccount() {
  return useMutation({
    mutationFn: (currentPassword: string) => remove('/users/me', {}, { currentPassword }),
    ...conflictsAreExplained,
    onSuccess: () => window.location.assign('/account'),
  })
}
