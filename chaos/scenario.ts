import type { ProxyName } from '@atrium/testing/sample-proxies'
import type { Cluster, ClusterOptions } from './cluster.ts'

export interface Scenario {
  title: string
  /** What happens, in one sentence for the table. */
  about: string
  /** In front of the cluster; nginx unless stated. */
  proxy?: ProxyName
  /** Why it can't run here. */
  skip?: () => string | undefined
  prepare: () => Preparation | Promise<Preparation>
}

export interface Preparation {
  options?: Omit<ClusterOptions, 'proxy'>
  /** Returns when the harm was over, as `performance.now()`. */
  harm: (cluster: Cluster) => Promise<number>
  /** Runs after the cluster has stopped. */
  clean?: () => Promise<void> | void
}
