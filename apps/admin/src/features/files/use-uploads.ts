import { randomId } from '@atrium/client/random-id'
import { upload } from '@atrium/ui/upload'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadFailure } from '../../data/upload-failure.ts'

export interface Upload {
  id: string
  file: File
  /** From 0 to 1. */
  share: number
  failure?: ReturnType<typeof uploadFailure>
}

/** Files on their way, however they came: dropped or chosen. */
export function useUploads(userId: number) {
  const queryClient = useQueryClient()
  const [uploads, setUploads] = useState<Upload[]>([])
  const change = (id: string, changes: Partial<Upload>) =>
    setUploads(now => now.map(each => (each.id === id ? { ...each, ...changes } : each)))
  const dismiss = (id: string) => setUploads(now => now.filter(each => each.id !== id))

  const send = async ({ id, file }: Upload) => {
    const form = new FormData()
    form.append('userId', String(userId))
    form.append('file', file, file.name)
    try {
      await upload('/storage/files', form, share => change(id, { share }))
      await queryClient.invalidateQueries({ queryKey: ['users', userId, 'files'] })
      dismiss(id)
    } catch (error) {
      change(id, { failure: uploadFailure(error, file) })
    }
  }
  const add = async (files: File[]) => {
    const added = files.map(file => ({ id: randomId(), file, share: 0 }))
    setUploads(now => [...now, ...added])
    // One after the other: each then has the whole line.
    for (const each of added) await send(each)
  }
  return { uploads, add, dismiss }
}
