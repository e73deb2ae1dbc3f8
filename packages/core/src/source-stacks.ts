import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { pathToFileURL } from 'node:url'

const MOST_PLACES = 10_000

/**
 * Makes the stacks of errors name the sources of a bundle. Node's own `--enable-source-maps` would load all maps at the
 * start; here one is loaded when a stack that needs it is read.
 */
export function showSourcesInStacks(folder: string) {
  const bundle = `${pathToFileURL(folder).href}/`
  const maps = new Map<string, WeakRef<SourceMap>>()
  const places = new Map<string, string>()

  function sourceOf(place: string, file: string, line: string, column: string) {
    const known = places.get(place)
    if (known) return known
    const origin = originOf(file, Number(line), Number(column))
    const source = origin?.originalSource
      ? `${new URL(origin.originalSource, file).href}:${origin.originalLine + 1}:${origin.originalColumn + 1}`
      : place
    if (places.size < MOST_PLACES) places.set(place, source)
    return source
  }

  function originOf(file: string, line: number, column: number) {
    const map = maps.get(file)?.deref() ?? readMap(file)
    if (!map) return
    maps.set(file, new WeakRef(map))
    return map.findEntry(line - 1, column - 1) as Origin
  }

  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map(frame => {
      const text = String(frame)
      if (!text.includes(bundle)) return text
      return text.replace(/(file:\S+\.mjs):(\d+):(\d+)/, sourceOf)
    })
    return [describe(error), ...lines].join('\n    at ')
  }
}

interface Origin {
  originalSource?: string
  originalLine: number
  originalColumn: number
}

/** Undefined if a newer build has replaced the bundle of this process: a stack without sources is better than a crash. */
function readMap(file: string) {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')))
  } catch {}
}

function describe(error: Error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error' // one without a readable name or message
  }
}
