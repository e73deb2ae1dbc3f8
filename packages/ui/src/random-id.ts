/** Works also where `crypto.randomUUID` does not: a page that came by plain HTTP, as inside a home network. */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
