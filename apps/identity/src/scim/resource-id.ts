/** The ids of resources are numbers here; any other text names no resource. */
export function isId(id: unknown) {
  return /^[1-9]\d{0,14}$/.test(String(id))
}
