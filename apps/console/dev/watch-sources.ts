import { watch } from 'node:fs'
import { join } from 'node:path'
import { ownCode } from '@atrium/core/bundle'

/** Editors write a file in several steps. */
const SETTLE_MS = 150

const serviceFolders = { identity: 'apps/identity', tasks: 'apps/tasks', packages: 'packages' } as const

/** Packages that no service loads. */
const webPackages = /^(ui|testing|client)\//

type Changed = keyof typeof serviceFolders

/** Calls `onChange` when sources or migrations of a service, or of a package that both share, have changed. */
export function watchSources(onChange: (changed: Changed) => void) {
  const watchers = (Object.keys(serviceFolders) as Changed[]).map(changed => {
    let timer: NodeJS.Timeout | undefined
    return watch(join(ownCode, serviceFolders[changed]), { recursive: true }, (_event, file) => {
      if (!file || !isSource(file)) return
      clearTimeout(timer)
      timer = setTimeout(() => onChange(changed), SETTLE_MS)
    })
  })
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}

function isSource(file: string) {
  return /(^|\/)(src|migrations)\/.*\.(ts|sql|css|json)$/.test(file) && !webPackages.test(file)
}
