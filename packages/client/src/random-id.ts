/** Also works where `crypto.randomUUID` is missing: on a page without HTTPS, as in a home network. */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), part => part.toString(36)).join('-')
}
