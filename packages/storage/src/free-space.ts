import { statfs } from 'node:fs/promises'

interface Places {
  ATRIUM_DATA?: string
  STORAGE_URL: string
  MAIL_URL: string
  DISK_MIN_FREE_MB: number
}

/** Rejects while a disk that this service writes to, or its embedded database does, is nearly full. */
export async function checkFreeSpace({ ATRIUM_DATA, STORAGE_URL, MAIL_URL, DISK_MIN_FREE_MB }: Places) {
  const folders = [STORAGE_URL, MAIL_URL].flatMap(url => (url.startsWith('file:') ? [url.slice(5)] : []))
  for (const folder of ATRIUM_DATA ? [ATRIUM_DATA, ...folders] : folders) {
    const disk = await statfs(folder).catch(() => undefined) // not there yet: the first email creates its folder
    if (!disk) continue
    const megabytes = Math.floor((disk.bavail * disk.bsize) / 2 ** 20)
    if (megabytes < DISK_MIN_FREE_MB) throw new Error(`${megabytes} MB are left on the disk of ${folder}`)
  }
}
