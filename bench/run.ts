const [subject = ''] = process.argv.slice(2)
const subjects: Record<string, () => Promise<unknown>> = {
  identity: () => import('./identity.ts'),
  users: () => import('./users.ts'),
  tasks: () => import('./tasks.ts'),
  events: () => import('./events.ts'),
  'first-load': () => import('./first-load.ts'),
}

const bench = subjects[subject]
if (!bench) {
  console.error(`npm run bench -- SUBJECT, one of: ${Object.keys(subjects).join(', ')}`)
  process.exit(1)
}
await bench()
