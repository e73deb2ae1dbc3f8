import { after } from 'node:test'
import S3rver from 's3rver'

/** A small S3-compatible store on loopback, with one bucket. */
export async function startStore(directory: string) {
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'atrium' }],
  })
  const { port } = await server.run()
  after(() => server.close())
  return { url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/atrium?tls=false` }
}
