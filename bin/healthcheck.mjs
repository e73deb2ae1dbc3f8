// The healthcheck of the image: succeeds if both services are ready, or the ones that are named.
try {
  process.loadEnvFile('.env')
} catch {
  // The settings are in the environment.
}
const ports = { identity: process.env.IDENTITY_PORT || 4000, tasks: process.env.TASKS_PORT || 4100 }
const named = process.argv.slice(2)
const names = named.length > 0 ? named : Object.keys(ports)
const isReady = async name => {
  const signal = AbortSignal.timeout(3000)
  const { ok } = await fetch(`http://127.0.0.1:${ports[name]}/readyz`, { signal }).catch(() => ({
    ok: false,
  }))
  return ok
}
process.exitCode = (await Promise.all(names.map(isReady))).every(Boolean) ? 0 : 1
