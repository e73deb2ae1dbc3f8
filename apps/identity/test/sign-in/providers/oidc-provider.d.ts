/** What the tests use of the package, which brings no types along. */
declare module 'oidc-provider' {
  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): import('node:http').RequestListener
  }
}
