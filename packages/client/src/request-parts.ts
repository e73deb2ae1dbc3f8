/** What a call sends. */
export interface RequestParts {
  params?: Record<string, unknown>
  query?: object
  body?: object
}

export function addressOf({ path }: { path: string }, { params = {}, query = {} }: RequestParts) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const present = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(present.map(([name, value]): [string, string] => [name, String(value)]))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** JSON, or a form where a field is a file. */
export function bodyOf(fields: object | undefined): {
  body?: string | FormData
  headers?: Record<string, string>
} {
  if (!fields) return {}
  if (Object.values(fields).some(value => value instanceof Blob)) return { body: formOf(fields) }
  return { body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }
}

export function formOf(fields: object) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}

export async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}
