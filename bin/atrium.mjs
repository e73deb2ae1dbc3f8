// Starts the console, or the service that the first word names.
import './node-version.mjs'

const [, , command] = process.argv
const isService = command === 'identity' || command === 'tasks'
await import(`../apps/${isService ? command : 'console'}/src/main.ts`)
