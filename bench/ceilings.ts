import { fork } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { randomId } from '@atrium/client/random-id'
import type pg from 'pg'
import type { BareAnswer, BareStatement } from './ceilings/bare-service.ts'
import type { Request } from './connection.ts'
import { type Load, type LoadOptions, load } from './load.ts'
import { SECONDS } from './options.ts'

export interface Ceiling {
  name: string
  perSecond: number
}

/** Headers that every service adds by itself. */
const AUTOMATIC = ['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']

/** The same load on a bare service that sends the same answer as `options.url` does now. */
export async function loadBareService(
  options: LoadOptions,
  statement?: BareStatement,
  signs = false,
): Promise<Load> {
  const { requests, url } = options
  const [first] = typeof requests === 'function' ? requests(0) : requests
  const sample = await sampleOf(url, first as Request)
  const service = await ask<string>('bare-service.ts', { ...sample, statement, signs })
  try {
    return await load({ ...options, url: service.answer })
  } finally {
    service.end()
  }
}

/** Without `Accept-Encoding`, like the load itself. */
export function sampleOf(url: string, { method, path, headers, hasKey, body }: Request) {
  return new Promise<BareAnswer>((resolve, reject) => {
    const key = hasKey ? { 'idempotency-key': randomId() } : {}
    const request = httpRequest(url + path, { method, headers: { ...headers, ...key } }, response => {
      const kept = Object.entries(response.headers).filter(([name]) => !AUTOMATIC.includes(name))
      text(response).then(
        body =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(kept) as BareAnswer['headers'],
            body,
          }),
        reject,
      )
    })
    request.on('error', reject)
    request.end(typeof body === 'function' ? body() : body)
  })
}

export async function rawSigning(): Promise<Ceiling> {
  return { name: 'RS256 on all cores', perSecond: await rawCrypto('rs256') }
}

export async function rawArgon2(): Promise<Ceiling> {
  return { name: 'argon2id on all cores', perSecond: await rawCrypto('argon2') }
}

async function rawCrypto(kind: 'rs256' | 'argon2') {
  const threads = String(Math.max(4, availableParallelism()))
  const { answer, end } = await ask<number>(
    'raw-crypto.ts',
    { kind, seconds: SECONDS },
    { UV_THREADPOOL_SIZE: threads },
  )
  end()
  return answer
}

/** Through `pg` with 16 connections, without HTTP. */
export async function eightStatementsUnderOneLock(databaseUrl: string): Promise<Ceiling> {
  const { answer, end } = await ask<number>('locked-statements.ts', { databaseUrl, seconds: SECONDS })
  end()
  return { name: 'eight statements under one row lock, bare pg', perSecond: answer }
}

/** The tables that the writes of the ceilings go to. */
export async function createBareTables(database: pg.Client) {
  await database.query(
    `create schema bench;
     create table bench.counters (id bigint primary key, number bigint not null);
     insert into bench.counters values (1, 0);
     create table bench.rows (
       id bigint generated always as identity primary key, column_id bigint not null, title text,
       created_at timestamptz not null default now());
     insert into bench.rows (column_id) values (1)`,
  )
}

/** Each ceiling has a process of its own, like the services. */
async function ask<Answer>(file: string, question: object, env: NodeJS.ProcessEnv = {}) {
  const path = fileURLToPath(new URL(`./ceilings/${file}`, import.meta.url))
  const child = fork(path, { env: { ...process.env, ...env } })
  child.send(question)
  const answer = await new Promise<Answer>((resolve, reject) => {
    child.once('message', message => resolve(message as Answer))
    child.once('exit', () => reject(new Error(`${file} stopped without an answer`)))
  })
  return { answer, end: () => child.disconnect() }
}
