// Plain JavaScript, so that an older Node can run it.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    `Atrium needs Node 24 or newer, but this is Node ${process.versions.node}: install a newer one from https://nodejs.org.\n`,
  )
  process.exit(1)
}
